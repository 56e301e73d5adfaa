import type { Row, Sheet } from './pad';

/** Whether the seat played the hand. */
export function wasThere(row: Row, seat: number): boolean {
  return (row.bids[seat] ?? null) !== null;
}

/** Whether the seat took exactly what it bid. */
export function isMade(row: Row, seat: number): boolean {
  return wasThere(row, seat) && row.bids[seat] === row.taken[seat];
}

/** Totals by seat after each hand, scores to begin with among them. */
export function running(sheet: Sheet): number[][] {
  let sums = sheet.totals.map((total, seat) => sheet.rows.reduce((rest, row) => rest - (row.points[seat] ?? 0), total));
  return sheet.rows.map((row) => (sums = sums.map((total, seat) => total + (row.points[seat] ?? 0))));
}

/** The place of each seat, 1 for the highest total; level totals share a place: 1, 2, 2, 4. */
export function places(sheet: Sheet): number[] {
  return sheet.totals.map((total) => 1 + sheet.totals.filter((other) => other > total).length);
}

/** How many finished hands the seat played. */
export function played(sheet: Sheet, seat: number): number {
  return sheet.rows.filter((row) => wasThere(row, seat)).length;
}

/** How many bids the seat made. */
export function made(sheet: Sheet, seat: number): number {
  return sheet.rows.filter((row) => isMade(row, seat)).length;
}

/** The most bids made one after the other; hands that the seat was away for neither count nor end it. */
export function longestRun(sheet: Sheet, seat: number): number {
  let longest = 0;
  let run = 0;
  for (const row of sheet.rows) {
    if (!wasThere(row, seat)) continue;
    run = isMade(row, seat) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The hand that gave the seat the most points, the first of those that are level; null before any. */
export function bestHand(sheet: Sheet, seat: number): Row | null {
  return sheet.rows.reduce<Row | null>((best, row) => {
    const scored = row.points[seat] ?? null;
    return scored !== null && (best === null || scored > best.points[seat]!) ? row : best;
  }, null);
}
