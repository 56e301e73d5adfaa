import { isScoring, LIMITS, TRUMPS } from './rules';

/** What a cell can hold. A list is of sizes or of people. */
export type Value = boolean | number | string | readonly number[] | readonly string[] | null;
/** Values by the names of their cells, as `h3.bid.p1` (docs/pad.md). In a pad no value is null. */
export type Cells = Readonly<Record<string, Value>>;

export interface PadStarted {
  type: 'PadStarted';
  cells: Cells;
}
export interface PadWritten {
  type: 'PadWritten';
  cells: Cells;
  /** What each of the cells held before, null for nothing. */
  was: Cells;
}
export interface PadTakenBack {
  type: 'PadTakenBack';
  /** The entry that counts no longer; where that took something back itself, this brings it back. */
  entry: number;
}
export type PadEvent = PadStarted | PadWritten | PadTakenBack;

/** One line of a pad's record: numbered from 1, with the time and the writer. */
export interface Entry {
  seq: number;
  at?: string;
  by?: string;
  event: PadEvent;
}

export type PadCode =
  'pad-order' | 'pad-cell' | 'pad-value' | 'pad-empty' | 'pad-stale' | 'pad-no-entry' | 'pad-covered';

/** An entry that cannot stand in a pad. */
export class PadError extends Error {
  constructor(
    readonly code: PadCode,
    message: string,
    readonly cell = '',
  ) {
    super(message);
    this.name = 'PadError';
  }
}

export const MIN_PEOPLE = 2;
export const MAX_PEOPLE = 10;
export const MAX_HANDS = 100;
export const MAX_SIZE = 52;
export const MAX_SCORE = 100_000;
export const MAX_NAME = 40;
export const MAX_TITLE = 60;
export const NO_TRUMP = 'none';
/** The cells that a pad cannot be without. */
export const NEEDED = ['order', 'sizes'] as const;

const NAME = /^(?:(p)[1-9][0-9]?\.([a-z]+)|(h)(?:[1-9][0-9]?|100)\.([a-z]+)(?:\.(p)[1-9][0-9]?)?|([a-z_]+))$/;

/** Throws unless the cell exists and can hold the value. */
export function checkCell(name: string, value: Value): void {
  const kind = kindOf(name);
  if (!Object.hasOwn(KINDS, kind)) throw new PadError('pad-cell', `${JSON.stringify(name)} is no cell`, name);
  if (value === null && !(NEEDED as readonly string[]).includes(kind)) return;
  if (!KINDS[kind]!(value)) {
    throw new PadError('pad-value', `${name}: ${JSON.stringify(value)} cannot stand there`, name);
  }
}

/** The name of a hand's cell: `h3.dealer`, `h3.bid.p1`. */
export function handCell(hand: number, what: string, person?: string): string {
  return person ? `h${hand}.${what}.${person}` : `h${hand}.${what}`;
}

/** What a cell is about: its kind as `h.bid.p`, the hand and the person if it has them. */
export function cellAbout(name: string): { kind: string; hand: number | null; person: string | null } {
  const hand = /^h([0-9]+)\./.exec(name)?.[1];
  const person = /(?:^|\.)(p[0-9]+)(?:\.|$)/.exec(name)?.[1];
  return { kind: kindOf(name), hand: hand ? Number(hand) : null, person: person ?? null };
}

/** Whether two cells hold the same. */
export function isSame(one: Value, other: Value): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, index) => each === other[index]);
  }
  return one === other;
}

/** The name with the numbers taken out, empty where it is no name of a cell. */
function kindOf(name: string): string {
  return (NAME.exec(name)?.slice(1) ?? []).filter(Boolean).join('.');
}

type Check = (value: unknown) => boolean;
const isPerson: Check = (value) => typeof value === 'string' && /^p[1-9][0-9]?$/.test(value);
const isFlag: Check = (value) => typeof value === 'boolean';
function whole(least: number, most: number): Check {
  return (value) => Number.isInteger(value) && least <= (value as number) && (value as number) <= most;
}
function oneOf(choices: readonly string[]): Check {
  return (value) => typeof value === 'string' && choices.includes(value);
}
function text(least: number, most: number): Check {
  return (value) => {
    if (typeof value !== 'string' || value.startsWith(' ') || value.endsWith(' ')) return false;
    const length = [...value].length;
    return least <= length && length <= most && !/[\0-\x1f\x7f\p{Cs}]/u.test(value);
  };
}
const isOrder: Check = (value) =>
  Array.isArray(value) &&
  MIN_PEOPLE <= value.length &&
  value.length <= MAX_PEOPLE &&
  value.every(isPerson) &&
  new Set(value).size === value.length;
const isSizes: Check = (value) =>
  Array.isArray(value) && 1 <= value.length && value.length <= MAX_HANDS && value.every(whole(1, MAX_SIZE));

const KINDS: Readonly<Record<string, Check>> = {
  title: text(0, MAX_TITLE),
  order: isOrder,
  sizes: isSizes,
  limit: oneOf(LIMITS),
  limit_from: whole(1, MAX_SIZE),
  trump: oneOf(TRUMPS),
  scoring: (value) => typeof value === 'string' && isScoring(value),
  ended: isFlag,
  'p.name': text(1, MAX_NAME),
  'p.start': whole(-MAX_SCORE, MAX_SCORE),
  'p.joined': whole(1, MAX_HANDS),
  'p.left': whole(1, MAX_HANDS + 1),
  'h.dealer': isPerson,
  'h.trump': oneOf(['S', 'H', 'D', 'C', NO_TRUMP]),
  'h.out.p': isFlag,
  'h.bid.p': whole(0, MAX_SIZE),
  'h.taken.p': whole(0, MAX_SIZE),
  'h.stands': isFlag,
  'h.redeals': whole(0, 99),
};
