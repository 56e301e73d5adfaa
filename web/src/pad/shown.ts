import type { SheetShown } from '../sheet/shown';
import type { Pad } from './pad';
import { running } from './sheet';

/** The sheet of a pad as the screens draw it. */
export function shownOf(pad: Pad): SheetShown {
  const totals = running(pad.sheet);
  const rows = pad.sheet.rows.map((row, index) => ({
    ...row,
    // Without a note nobody knows; the rules' own trump, or none, is known.
    trump: pad.hands[row.number - 1]?.trump === null ? undefined : row.trump,
    totals: pad.people.map(({ joined }, seat) => (row.number < joined ? null : (totals[index]?.[seat] ?? null))),
  }));
  return {
    names: pad.people.map(({ name }) => name),
    rows,
    ahead: pad.hands
      .filter(({ isFinished }) => !isFinished && !pad.ended)
      .map(({ number, size, bids, taken }) => ({ number, size, bids, taken })),
    now: pad.current?.number ?? null,
    totals: pad.sheet.totals,
    me: null,
  };
}

/** The seats in the order of their places, the first on top; who is level stands as they sit. */
export function ranked(
  pad: Pad,
  places: readonly number[],
): { seat: number; name: string; place: number; total: number }[] {
  return pad.people
    .map(({ name }, seat) => ({ seat, name, place: places[seat] ?? 1, total: pad.sheet.totals[seat] ?? 0 }))
    .sort((a, b) => a.place - b.place || a.seat - b.seat);
}
