/** The rules that matter on paper: hand sizes, the dealer's limit, scoring. `tests/vectors` holds them to the Python ones. */

export type Limit = 'hook' | 'over' | 'free';
export type Trump = 'turned' | 'none' | 'cycle';
export const LIMITS: readonly Limit[] = ['hook', 'over', 'free'];
export const TRUMPS: readonly Trump[] = ['turned', 'none', 'cycle'];
export const DECK = 52;
/** Trump of hands 1, 2, 3 … under `cycle`, again and again. */
export const CYCLE = ['S', 'H', 'D', 'C', 'none'] as const;

/** The usual hand sizes for so many people: from 10 cards, or what the deck has, down to 1 and back. */
export function usualSizes(people: number): number[] {
  const top = Math.min(10, Math.floor((DECK - 1) / people));
  const down = Array.from({ length: top }, (_, index) => top - index);
  return [...down, ...down.toReversed().slice(1)];
}

/** The largest hand for so many people: a turned trump needs one card left over. */
export function maxSize(people: number, trump: Trump): number {
  return Math.floor((DECK - (trump === 'turned' ? 1 : 0)) / people);
}

/** Reads sizes as turning points (`10-1-10`) or one by one (`7,5,3`); null for anything else. */
export function parseSizes(text: string): number[] | null {
  const mark = text.includes('-') ? '-' : ',';
  const parts = text.trim().split(mark);
  if (!parts.every((part) => /^(0|[1-9][0-9]?)$/.test(part))) return null;
  const points = parts.map(Number);
  if (mark === ',') return points;
  const sizes = points.slice(0, 1);
  for (const end of points.slice(1)) {
    let last = sizes.at(-1)!;
    if (end === last) return null;
    const step = end > last ? 1 : -1;
    while (last !== end) sizes.push((last += step));
  }
  return sizes;
}

/** What the last bidder may bid after `others` from the rest, under a limit that holds. */
export function limitedBids(limit: Limit, size: number, others: number): number[] {
  const every = Array.from({ length: size + 1 }, (_, bid) => bid);
  if (limit === 'free') return every;
  if (limit === 'hook') return every.filter((bid) => bid + others !== size);
  const above = every.filter((bid) => bid + others > size);
  return above.length ? above : [size];
}

/** The dials of a scoring, by their words. `zero` is null where a made zero is like any other bid. */
export interface Scoring {
  bonus: number;
  trick: number;
  square: number;
  zero: number | null;
  keep: boolean;
  miss: number;
  off: number;
  growing: number;
}
const NOTHING: Scoring = { bonus: 0, trick: 0, square: 0, zero: null, keep: false, miss: 0, off: 0, growing: 0 };
const DIALS = Object.keys(NOTHING) as (keyof Scoring)[];
const MOST = 1000;

export const SCHEMES: Readonly<Record<string, Scoring>> = {
  standard: { ...NOTHING, bonus: 10, trick: 1 },
  simple: { ...NOTHING, bonus: 10, trick: 1 },
  common: { ...NOTHING, bonus: 10, trick: 1, keep: true },
  penalty: { ...NOTHING, bonus: 10, trick: 1, off: 1 },
};

/** The ready tables by name, as far as they matter on paper. */
export const PRESETS = {
  english: { limit: 'hook', scoring: 'standard' },
  italian: { limit: 'over', scoring: 'common' },
} as const satisfies Record<string, { limit: Limit; scoring: string }>;

/** Reads a scheme's name or dials such as `bonus:10,keep,off:1`; null for anything else. */
export function parseScoring(text: string): Scoring | null {
  if (Object.hasOwn(SCHEMES, text)) return SCHEMES[text]!;
  const scoring: Record<string, number | boolean | null> = { ...NOTHING };
  const seen = new Set<string>();
  for (const part of text.split(',')) {
    const [word = '', ...rest] = part.split(':');
    if (!DIALS.includes(word as keyof Scoring) || seen.has(word)) return null;
    seen.add(word);
    if (word === 'keep') {
      if (rest.length) return null;
      scoring.keep = true;
      continue;
    }
    const number = Number(rest.join(':'));
    if (!Number.isInteger(number) || String(number) !== rest.join(':') || Math.abs(number) > MOST) return null;
    scoring[word] = number;
  }
  return scoring as unknown as Scoring;
}

/** The shortest text of the dials, which is how a pad writes them: a scheme's name where there is one. */
export function formatScoring(scoring: Scoring): string {
  const name = Object.keys(SCHEMES).find((each) => DIALS.every((dial) => SCHEMES[each]![dial] === scoring[dial]));
  if (name) return name;
  const parts = DIALS.flatMap((dial) => {
    const value = scoring[dial];
    if (dial === 'keep') return value ? ['keep'] : [];
    return value || (dial === 'zero' && value !== null) ? [`${dial}:${value}`] : [];
  });
  return parts.join() || 'bonus:0';
}

/** Whether a text is a scoring as a pad writes it. */
export function isScoring(text: string): boolean {
  const scoring = parseScoring(text);
  return scoring !== null && (Object.hasOwn(SCHEMES, text) || formatScoring(scoring) === text);
}

/** The points for a bid and the tricks taken. */
export function points(scoring: Scoring, bid: number, taken: number): number {
  if (bid === taken) {
    if (bid === 0 && scoring.zero !== null) return scoring.zero;
    return scoring.bonus + scoring.trick * taken + scoring.square * taken * taken;
  }
  const off = Math.abs(bid - taken);
  const kept = scoring.keep ? scoring.trick * taken : 0;
  return kept - scoring.miss - scoring.off * off - scoring.growing * ((off * (off + 1)) / 2) + 0; // never -0
}
