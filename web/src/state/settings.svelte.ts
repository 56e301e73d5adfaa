import { LANGUAGES, preferred, words, type Language } from '../words/words.svelte';

export interface Choices {
  language: Language | 'system';
  theme: 'system' | 'light' | 'dark';
  deck: 'four' | 'two';
  cards: 'small' | 'medium' | 'large';
  pace: 'calm' | 'brisk' | 'instant';
  motion: 'system' | 'none';
  sound: boolean;
  leftHanded: boolean;
  confirm: boolean;
}

const CHOICES: { [K in keyof Choices]: readonly Choices[K][] } = {
  language: ['system', ...LANGUAGES],
  theme: ['system', 'light', 'dark'],
  deck: ['four', 'two'],
  cards: ['medium', 'small', 'large'],
  pace: ['calm', 'brisk', 'instant'],
  motion: ['system', 'none'],
  sound: [false, true],
  leftHanded: [false, true],
  confirm: [false, true],
};
const KEY = 'upriver.settings';
const CARD_SCALE = { small: 0.85, medium: 1, large: 1.2 };
const HOLD_MS = { calm: 1500, brisk: 800, instant: 0 };

/** Settings as kept: what is missing or strange becomes the usual choice, the first. */
export function readChoices(kept: string | null): Choices {
  let values: Partial<Record<string, unknown>> = {};
  try {
    const parsed: unknown = JSON.parse(kept ?? '{}');
    if (typeof parsed === 'object' && parsed !== null) values = parsed as Record<string, unknown>;
  } catch {
    // Not ours: the usual choices hold.
  }
  const entries = Object.entries(CHOICES).map(([name, allowed]) => {
    const value = values[name];
    return [name, (allowed as readonly unknown[]).includes(value) ? value : allowed[0]];
  });
  return Object.fromEntries(entries) as unknown as Choices;
}

/** What the person has chosen on this device. */
class Settings {
  choices = $state<Choices>(readChoices(stored(KEY)));
  #dark = $state(matches('(prefers-color-scheme: dark)'));
  #still = $state(matches('(prefers-reduced-motion: reduce)'));

  theme = $derived<'light' | 'dark'>(
    this.choices.theme === 'system' ? (this.#dark ? 'dark' : 'light') : this.choices.theme,
  );
  isStill = $derived(this.choices.motion === 'none' || this.#still);
  cardScale = $derived(CARD_SCALE[this.choices.cards]);
  /** How long a finished trick lies on the table. */
  hold = $derived(HOLD_MS[this.choices.pace]);

  /** Follows the system, and puts every change into effect; call it once, in a component. */
  follow(): void {
    watch('(prefers-color-scheme: dark)', (is) => (this.#dark = is));
    watch('(prefers-reduced-motion: reduce)', (is) => (this.#still = is));
    $effect(() => {
      const root = document.documentElement;
      root.dataset.theme = this.theme;
      root.dataset.deck = this.choices.deck;
      root.dataset.side = this.choices.leftHanded ? 'left' : 'right';
      root.dataset.motion = this.isStill ? 'none' : 'full';
      const { language } = this.choices;
      words.language = language === 'system' ? preferred(navigator.languages) : language;
      root.lang = words.language;
    });
    $effect(() => store(KEY, JSON.stringify(this.choices)));
  }
}

function matches(query: string): boolean {
  return window.matchMedia(query).matches;
}
function watch(query: string, told: (is: boolean) => void): void {
  window.matchMedia(query).addEventListener('change', (event) => told(event.matches));
}

/** What this device keeps; nothing where the browser forbids it. */
export function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
export function store(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A private window or a full disk: the choice holds until the page closes.
  }
}
export function forget(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Nothing is kept there either.
  }
}

export const settings = new Settings();
