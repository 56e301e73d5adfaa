import { handCell, MAX_HANDS, NO_TRUMP, type Cells, type Value } from './model';
import { isAtTable, type Pad, type PadHand } from './pad';
import { usualSizes } from './rules';

/** The rules as cells; what is left out has its usual value. */
export interface RuleCells {
  limit?: string;
  limit_from?: number;
  trump?: string;
  scoring?: string;
}

/** The cells of a new pad, for 2 to 10 names in the order in which they sit; no sizes stand for the usual ones. */
export function newPad(
  names: readonly string[],
  rules: RuleCells = {},
  sizes: readonly number[] = [],
  title = '',
): Cells {
  const order = names.map((_, index) => `p${index + 1}`);
  const cells: Record<string, Value> = title ? { title } : {};
  cells.order = order;
  names.forEach((name, index) => (cells[`${order[index]}.name`] = name));
  cells.sizes = sizes.length ? sizes : usualSizes(names.length);
  return { ...cells, ...rules };
}

/** What somebody who joins late may begin with: the lowest and the average total, the half rounded up, or zero. */
export function startScores(pad: Pad): { lowest: number; average: number; zero: number } {
  const totals = pad.sheet.totals.filter((_, seat) => isAtTable(pad.people[seat]!, now(pad)));
  if (!totals.length) return { lowest: 0, average: 0, zero: 0 };
  const sum = totals.reduce((one, other) => one + other, 0);
  const average = Math.floor((2 * sum + totals.length) / (2 * totals.length));
  return { lowest: Math.min(...totals), average, zero: 0 };
}

/** Somebody new sits down at the end of the row and plays from the next hand to begin on. */
export function join(pad: Pad, cells: Cells, name: string, start: number): Cells {
  const ids = new Set([...Object.keys(cells).map((cell) => cell.split('.')[0]), ...pad.people.map(({ id }) => id)]);
  let number = 1;
  while (ids.has(`p${number}`)) number++;
  const id = `p${number}`;
  const order = [...pad.people.map((person) => person.id), id];
  return { order, [`${id}.name`]: name, [`${id}.start`]: start, [`${id}.joined`]: now(pad) };
}

/** Somebody plays no more, from the next hand to begin on. */
export function leave(pad: Pad, person: string): Cells {
  return { [`${person}.left`]: now(pad) };
}

/** Somebody who left plays again from the next hand to begin on; the hands between they sat out. */
export function comeBack(pad: Pad, person: string): Cells {
  const cells: Record<string, Value> = { [`${person}.left`]: null };
  const left = pad.people.find(({ id }) => id === person)?.left ?? now(pad);
  for (let hand = left; hand < now(pad); hand++) cells[handCell(hand, 'out', person)] = true;
  return cells;
}

/** The hand is dealt again: no bid and no result stands. */
export function redeal(hand: PadHand, pad: Pad): Cells {
  const cells: Record<string, Value> = {};
  for (const [what, values] of [['bid', hand.bids] as const, ['taken', hand.taken] as const]) {
    pad.people.forEach(({ id }, seat) => {
      if ((values[seat] ?? null) !== null) cells[handCell(hand.number, what, id)] = null;
    });
  }
  if (hand.stands) cells[handCell(hand.number, 'stands')] = null;
  cells[handCell(hand.number, 'redeals')] = Math.min(hand.redeals + 1, 99);
  return cells;
}

/** More hands after the last, as many as a pad can have; a game that was ended goes on. */
export function addHands(pad: Pad, sizes: readonly number[]): Cells {
  const every = [...pad.hands.map(({ size }) => size), ...sizes].slice(0, MAX_HANDS);
  return pad.ended ? { sizes: every, ended: false } : { sizes: every };
}

/** The trump suits that can be noted, and none. */
export const TRUMP_NOTES = ['S', 'H', 'D', 'C', NO_TRUMP] as const;

/** The next hand to begin: the first without a bid or a result, or the one that would come after the last. */
function now(pad: Pad): number {
  const waiting = pad.hands.find((hand) => [...hand.bids, ...hand.taken].every((each) => each === null));
  return waiting?.number ?? Math.min(pad.hands.length + 1, MAX_HANDS);
}
