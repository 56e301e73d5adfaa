import type { Pad } from './pad';
import { running, wasThere } from './sheet';

/** What stands above the columns. */
export interface Headings {
  hand: string;
  tricks: string;
  dealer: string;
  trump: string;
  bid: string;
  taken: string;
  points: string;
  total: string;
}
export const ENGLISH: Headings = {
  hand: 'hand',
  tricks: 'tricks',
  dealer: 'dealer',
  trump: 'trump',
  bid: 'bid',
  taken: 'taken',
  points: 'points',
  total: 'total',
};

/**
 * A line for each finished hand: what it was, then bid, tricks, points and running total of each person. Lines end with
 * CR LF, as RFC 4180 has it. A name that a spreadsheet would take for a formula gets an apostrophe.
 */
export function toCsv(pad: Pad, words: Headings = ENGLISH): string {
  const columns = [words.bid, words.taken, words.points, words.total];
  const head = [words.hand, words.tricks, words.dealer, words.trump].concat(
    pad.people.flatMap(({ name }) => columns.map((word) => `${name} ${word}`)),
  );
  const totals = running(pad.sheet);
  const lines = pad.sheet.rows.map((row, index) => [
    `${row.number}`,
    `${row.size}`,
    pad.people[row.dealer]!.name,
    pad.hands[row.number - 1]!.trump ?? '',
    ...pad.people.flatMap((_, seat) => [
      ...(wasThere(row, seat) ? [row.bids[seat], row.taken[seat], row.points[seat]].map(String) : ['', '', '']),
      `${totals[index]![seat]}`,
    ]),
  ]);
  return [head, ...lines].map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

function field(text: string): string {
  const safe = /^[=+\-@]/.test(text) && !/^-[0-9]+$/.test(text) ? `'${text}` : text;
  return /[,"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
