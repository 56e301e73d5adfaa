import { face } from '../cards/cards';
import en from './en.json';
import it from './it.json';

export const LANGUAGES = ['en', 'it'] as const;
export type Language = (typeof LANGUAGES)[number];
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', it: 'Italiano' };

type Catalogue = typeof en;
type Message = string | { one: string; other: string };
export type Key = keyof Catalogue;
/** Keys of messages that do not depend on a number. */
export type Said = { [K in Key]: Catalogue[K] extends string ? K : never }[Key];
/** Keys of messages in two forms. */
export type Counted = Exclude<Key, Said>;
export type Values = Record<string, string | number>;

/** Whose dates and lists are written where the device has no region for the language. */
const REGIONS: Record<Language, string> = { en: 'en-GB', it: 'it-IT' };

// A key that the other language lacks, or has in another form, does not compile.
const CATALOGUES: Record<Language, Catalogue> = { en, it };

const PLACE = /\{(\w+)\}/g;

/** The messages of the language in use; reading them in a component follows a change of language. */
class Words {
  language = $state<Language>('en');

  say(key: Said, values: Values = {}): string {
    return this.#fill(key, CATALOGUES[this.language][key] as string, values);
  }

  /** The message for `n` things; `{n}` in it is the number. */
  count(key: Counted, n: number, values: Values = {}): string {
    const forms = CATALOGUES[this.language][key] as Exclude<Message, string>;
    const form = new Intl.PluralRules(this.language).select(n) === 'one' ? forms.one : forms.other;
    return this.#fill(key, form, { n: this.number(n), ...values });
  }

  /** Whether there is such a message: codes come from the server, which may be newer. */
  has(key: string): key is Said {
    return typeof (CATALOGUES[this.language] as Record<string, unknown>)[key] === 'string';
  }

  /** Whether there is such a message, and the values have all that it needs. */
  fits(key: string, values: Values): boolean {
    if (!this.has(key)) return false;
    return [...(CATALOGUES[this.language][key] as string).matchAll(PLACE)].every((found) => found[1]! in values);
  }

  number(n: number): string {
    return new Intl.NumberFormat(this.language).format(n);
  }

  /** With one decimal; a sign where it is a difference. */
  decimal(n: number, signed = false): string {
    const options = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
    const sign = signed ? ({ signDisplay: 'exceptZero' } as const) : {};
    return new Intl.NumberFormat(this.language, { ...options, ...sign })
      .format(Math.abs(n) < 0.05 ? 0 : n)
      .replace('-', '−');
  }

  /** `63%`, of a share from 0 to 1. */
  percent(share: number): string {
    return new Intl.NumberFormat(this.language, { style: 'percent' }).format(share);
  }

  /** The language as the device's region writes it: `8 December` or `December 8`. */
  get #region(): string {
    const own = navigator.languages.find((each) => each.toLowerCase().startsWith(`${this.language}-`));
    return own ?? REGIONS[this.language];
  }

  date(seconds: number): string {
    return new Intl.DateTimeFormat(this.#region, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);
  }

  /** The date alone, in full. */
  day(seconds: number): string {
    return new Intl.DateTimeFormat(this.#region, { dateStyle: 'long' }).format(seconds * 1000);
  }

  time(seconds: number): string {
    return new Intl.DateTimeFormat(this.#region, { timeStyle: 'short' }).format(seconds * 1000);
  }

  suit(suit: string | null): string {
    const key = `suit.${suit ?? 'none'}`;
    return this.has(key) ? this.say(key) : (suit ?? '');
  }

  /** `queen of spades`, `donna di picche`. */
  card(card: string): string {
    const { rank, suit } = face(card);
    return this.say('card.name', { rank: this.say(`rank.${rank}`), suit: this.say(`suit.${suit}`) });
  }

  /** `Arno, Elbe and Tagus`. */
  both(items: readonly string[]): string {
    return new Intl.ListFormat(this.#region, { type: 'conjunction' }).format(items);
  }

  /** `0, 1 or 3`. */
  either(items: readonly (string | number)[]): string {
    return new Intl.ListFormat(this.#region, { type: 'disjunction' }).format(items.map(String));
  }

  #fill(key: string, message: string, values: Values): string {
    return message.replace(PLACE, (whole, name: string, at: number) => {
      const value = values[name];
      // A card begins a sentence with a capital; people write their own names.
      if (value !== undefined) return at === 0 && name === 'card' ? capital(String(value)) : String(value);
      const problem = `${key} needs a value for ${whole}`;
      if (import.meta.env.DEV) throw new Error(problem);
      // Nobody who plays is stopped by it; the tests in the browser hear of it.
      console.warn(problem);
      return whole;
    });
  }
}

export const words = new Words();

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first of the languages that the reader prefers and we speak. */
export function preferred(languages: readonly string[]): Language {
  for (const each of languages) {
    const known = LANGUAGES.find((language) => each.toLowerCase().split('-')[0] === language);
    if (known) return known;
  }
  return 'en';
}
