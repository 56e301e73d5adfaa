import type { Rules } from '../wire';
import { words } from '../words/words.svelte';

/** The parts of the rules that a table may choose. */
export type Part = 'players' | 'sizes' | 'limit' | 'trump' | 'bidding' | 'rebid' | 'scoring';
export const USUAL_SIZES = '';

/** Sizes as in the text of the rules: turning points where they run evenly, else all of them. */
export function sizesText(sizes: readonly number[]): string {
  const turns = sizes.filter((size, index) => {
    const before = sizes[index - 1];
    const after = sizes[index + 1];
    return before === undefined || after === undefined || after - size !== size - before;
  });
  const isEven = sizes.every((size, index) => index === 0 || Math.abs(size - sizes[index - 1]!) === 1);
  return isEven ? turns.join('-') : sizes.join(',');
}

/** The text of the rules with some parts chosen anew; `sizes` empty stands for the usual ones. */
export function changedRules(rules: Rules, chosen: Partial<Record<Part, string | number>>): string {
  const values: Record<Part, string> = {
    players: String(rules.players),
    sizes: sizesText(rules.sizes),
    limit: rules.limit,
    trump: rules.trump,
    bidding: rules.bidding,
    rebid: rules.rebid ? 'yes' : 'no',
    scoring: rules.scoring,
  };
  for (const [part, value] of Object.entries(chosen)) values[part as Part] = String(value);
  // Nobody bids last where all bid together: the server would refuse a limit.
  if (values.bidding === 'together') values.limit = 'free';
  return Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([part, value]) => `${part}=${value}`)
    .join(' ');
}

/* What there is to choose, the same at a table and on a score pad. */
interface Option<T extends string> {
  value: T;
  label: string;
  disabled?: boolean;
  hint?: string;
}

/** The ready rules; those of the house are chosen by changing something. */
export function presetOptions(isHouse: boolean): Option<'english' | 'italian' | 'house'>[] {
  return [
    { value: 'english', label: words.say('rules.english') },
    { value: 'italian', label: words.say('rules.italian') },
    { value: 'house', label: words.say('rules.house'), disabled: !isHouse },
  ];
}

export function sizesOptions(): Option<'usual' | 'down' | 'short' | 'own'>[] {
  return (['usual', 'down', 'short', 'own'] as const).map((value) => ({
    value,
    label: words.say(`rules.sizes.${value}`),
  }));
}

/** The dealer's limits; nobody bids last where all bid together. */
export function limitOptions(isTogether = false): Option<'hook' | 'over' | 'free'>[] {
  return (['hook', 'over', 'free'] as const).map((value) => ({
    value,
    label: words.say(`rules.limit.${value}`),
    disabled: isTogether && value !== 'free',
    hint: words.say(isTogether && value === 'free' ? 'rules.limit.together' : `rules.limit.${value}.hint`),
  }));
}

export function schemeOptions(): Option<'standard' | 'common' | 'penalty'>[] {
  return (['standard', 'common', 'penalty'] as const).map((value) => ({
    value,
    label: words.say(`rules.scoring.${value}`),
  }));
}

export function trumpOptions(): Option<'turned' | 'cycle' | 'none'>[] {
  return [
    { value: 'turned', label: words.say('rules.trump.turned') },
    { value: 'cycle', label: '♠ ♥ ♦ ♣ –' },
    { value: 'none', label: words.say('rules.trump.none') },
  ];
}
