import type { Suit } from '../cards/cards';
import { called } from '../table/said';
import type { View } from '../wire';

/** A hand on the sheet; lists by person, null where somebody was not in it or nothing is written yet. */
export interface HandShown {
  number: number;
  size: number;
  dealer: number | null;
  /** Null in a hand without trump, undefined where nobody noted it. */
  trump?: Suit | null | undefined;
  bids: (number | null)[];
  taken: (number | null)[];
  points: (number | null)[];
  /** The totals after it; null before somebody came. */
  totals: (number | null)[];
}
/** A hand that is not over. */
export type HandAhead = Pick<HandShown, 'number' | 'size' | 'bids'> & { taken?: (number | null)[] };
/** A score sheet as the screens draw it, of a game at a table or of one with real cards. */
export interface SheetShown {
  names: string[];
  /** The hands that are over. */
  rows: HandShown[];
  /** The hands that are not, with the bids and perhaps results so far. */
  ahead: HandAhead[];
  /** The number of the hand that is being played. */
  now: number | null;
  totals: number[];
  /** The column of the reader, if any. */
  me: number | null;
}

/** The sheet of a game at a table. */
export function sheetOf(view: View): SheetShown {
  const { rows, totals } = view.sheet;
  const current = view.game?.hand && !view.game.hand.is_over ? view.game.hand : null;
  const names = view.table.seats.map(({ seat }) => called(view, seat));
  const ahead = view.table.rules.sizes.slice(rows.length).map((size, index) => ({
    number: rows.length + index + 1,
    size,
    bids: index === 0 && current ? current.bids : names.map(() => null),
  }));
  return { names, rows, ahead, now: current?.number ?? null, totals, me: view.you.seat };
}

/** Whether somebody made their bid; null where there is nothing to tell. */
export function made(hand: Pick<HandShown, 'bids' | 'taken'>, person: number): boolean | null {
  const bid = hand.bids[person] ?? null;
  const taken = hand.taken[person] ?? null;
  return bid === null || taken === null ? null : bid === taken;
}
