import { append, apply, fold, touched, type Ledger } from './fold';
import { isSame, PadError, type Entry, type PadEvent, type Value } from './model';

/** A cell that both changed, to different values; it holds theirs until somebody writes it again. */
export interface Clash {
  cell: string;
  was: Value;
  theirs: Value;
  mine: Value;
}
export interface Rebased {
  /** What can be appended after the others' entries. */
  entries: Entry[];
  /** What has to be asked. */
  clashes: Clash[];
}

/**
 * Puts entries of one's own after those that others appended first. Afterwards a cell that they left alone holds what it
 * holds here, and a cell that they changed holds theirs. Both lists are numbered from the base on.
 */
export function rebase(base: Ledger, theirs: readonly Entry[], mine: readonly Entry[]): Rebased {
  const shared = fold(theirs, base);
  const alone = mine.reduce(apply, base);
  const changed = new Set(theirs.flatMap(({ seq }) => touched(shared, seq)));
  const numbers = new Map(base.entries.map(({ seq }) => [seq, seq]));
  let ledger = shared;
  let last: Entry | null = null;
  for (const entry of mine) {
    const isTouched = touched(alone, entry.seq).some((cell) => changed.has(cell));
    const next = isTouched ? null : carried(ledger, entry, numbers);
    if (next === null) {
      last = entry;
    } else {
      ledger = next;
      numbers.set(entry.seq, ledger.entries.length);
    }
  }
  const clashes: Clash[] = [];
  const rest: Record<string, Value> = {};
  for (const cell of [...new Set(mine.flatMap(({ seq }) => touched(alone, seq)))].sort()) {
    const was = base.cells[cell] ?? null;
    const their = shared.cells[cell] ?? null;
    const own = alone.cells[cell] ?? null;
    if (!changed.has(cell) || isSame(their, was)) {
      if (!isSame(ledger.cells[cell] ?? null, own)) rest[cell] = own;
    } else if (!isSame(own, was) && !isSame(own, their)) {
      clashes.push({ cell, was, theirs: their, mine: own });
    }
  }
  if (last && Object.keys(rest).length) ledger = stamped(ledger, { type: 'PadWritten', ...both(ledger, rest) }, last);
  return { entries: ledger.entries.slice(shared.entries.length), clashes };
}

/** The ledger with the entry carried over; null where it takes back what was not, or what is covered now. */
function carried(ledger: Ledger, entry: Entry, numbers: ReadonlyMap<number, number>): Ledger | null {
  const { event } = entry;
  if (event.type !== 'PadTakenBack') {
    return stamped(ledger, { type: 'PadWritten', ...both(ledger, event.cells) }, entry);
  }
  const number = numbers.get(event.entry);
  if (number === undefined) return null;
  try {
    return stamped(ledger, { type: 'PadTakenBack', entry: number }, entry);
  } catch (error) {
    if (error instanceof PadError) return null;
    throw error;
  }
}

function both(ledger: Ledger, cells: Readonly<Record<string, Value>>) {
  return { cells, was: Object.fromEntries(Object.keys(cells).map((cell) => [cell, ledger.cells[cell] ?? null])) };
}

/** The event appended with the time and the writer of an entry, and whatever else stands beside it. */
function stamped(ledger: Ledger, event: PadEvent, { seq: _, event: __, ...stamp }: Entry): Ledger {
  return append(ledger, event, stamp);
}
