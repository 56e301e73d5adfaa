import {
  checkCell,
  isSame,
  NEEDED,
  PadError,
  type Cells,
  type Entry,
  type PadEvent,
  type PadStarted,
  type PadWritten,
  type Value,
} from './model';

/**
 * A pad's record as far as it goes, with the numbers of the entries that do not count and the cells that follow.
 * An entry counts unless an entry that counts takes it back; a cell holds what the last counting entry wrote into it.
 */
export interface Ledger {
  readonly entries: readonly Entry[];
  readonly takenBack: ReadonlySet<number>;
  readonly cells: Cells;
}
/** When and by whom something is written. */
export interface Stamp {
  at?: string;
  by?: string;
}

export const EMPTY: Ledger = { entries: [], takenBack: new Set(), cells: {} };

/** The ledger with one more entry; throws a `PadError` where it cannot stand. */
export function apply(ledger: Ledger, entry: Entry): Ledger {
  const { event } = entry;
  if (entry.seq !== ledger.entries.length + 1 || (event.type === 'PadStarted') !== (entry.seq === 1)) {
    throw new PadError('pad-order', `entry ${entry.seq} ${event.type} cannot follow ${ledger.entries.length} entries`);
  }
  const entries = [...ledger.entries, entry];
  if (event.type === 'PadTakenBack') {
    const reason = refusal(ledger, event.entry);
    if (reason) throw reason;
    const takenBack = flipped(ledger, event.entry);
    return { entries, takenBack, cells: rewritten(ledger, event.entry, takenBack) };
  }
  check(event, ledger.cells);
  const cells = { ...ledger.cells };
  for (const [cell, value] of Object.entries(event.cells)) put(cells, cell, value);
  return { entries, takenBack: ledger.takenBack, cells };
}

/** The ledger of all the entries, after what is there already. */
export function fold(entries: readonly Entry[], from = EMPTY): Ledger {
  return entries.reduce(apply, from);
}

/** The ledger with the event as its next entry. */
export function append(ledger: Ledger, event: PadEvent, stamp: Stamp = {}): Ledger {
  return apply(ledger, { seq: ledger.entries.length + 1, ...stamp, event });
}

/** A new pad. */
export function start(cells: Cells, stamp: Stamp = {}): Ledger {
  return append(EMPTY, { type: 'PadStarted', cells }, stamp);
}

/** The ledger with the cells written. */
export function write(ledger: Ledger, cells: Cells, stamp: Stamp = {}): Ledger {
  const was = Object.fromEntries(Object.keys(cells).map((cell) => [cell, ledger.cells[cell] ?? null]));
  return append(ledger, { type: 'PadWritten', cells, was }, stamp);
}

/** The ledger with the entry taken back, or brought back where it took something back. */
export function takeBack(ledger: Ledger, seq: number, stamp: Stamp = {}): Ledger {
  return append(ledger, { type: 'PadTakenBack', entry: seq }, stamp);
}

/** The entry that an undo of this writer takes back; null when there is none, or when others wrote over it. */
export function toUndo(ledger: Ledger, by = ''): number | null {
  const last = ledger.entries.findLast(
    (entry) => (entry.by ?? '') === by && entry.event.type === 'PadWritten' && !ledger.takenBack.has(entry.seq),
  );
  return last && cover(ledger, last.seq) === null ? last.seq : null;
}

/** The take-back that a redo of this writer takes back; null when there is none or something newer. */
export function toRedo(ledger: Ledger, by = ''): number | null {
  for (const { seq, by: writer = '', event } of ledger.entries.toReversed()) {
    if (writer !== by || ledger.takenBack.has(seq) || event.type === 'PadStarted') continue;
    if (event.type === 'PadWritten') return null;
    if (ledger.entries[event.entry - 1]!.event.type === 'PadWritten') return cover(ledger, seq) === null ? seq : null;
  }
  return null;
}

/** The entry whose cells this one writes: itself, or what its taking back and bringing back is about. */
export function origin(ledger: Ledger, seq: number): Entry & { event: PadStarted | PadWritten } {
  for (;;) {
    const entry = ledger.entries[seq - 1]!;
    const { event } = entry;
    if (event.type !== 'PadTakenBack') return { ...entry, event };
    seq = event.entry;
  }
}

/** The cells that the entry writes, takes back or brings back. */
export function touched(ledger: Ledger, seq: number): string[] {
  return Object.keys(origin(ledger, seq).event.cells);
}

/** Why the entry cannot be taken back now; null when it can. */
export function refusal(ledger: Ledger, seq: number): PadError | null {
  if (!(Number.isInteger(seq) && seq >= 2 && seq <= ledger.entries.length)) {
    return new PadError('pad-no-entry', `entry ${seq} cannot be taken back`);
  }
  if (ledger.takenBack.has(seq)) return new PadError('pad-no-entry', `entry ${seq} is taken back already`);
  const later = cover(ledger, seq);
  return later === null ? null : new PadError('pad-covered', `entry ${later} has written over entry ${seq} since`);
}

/** The newest entry after this one's origin that counts and wrote one of its cells. */
function cover(ledger: Ledger, seq: number): number | null {
  const { seq: first, event } = origin(ledger, seq);
  const later = ledger.entries
    .slice(first)
    .findLast(
      (entry) =>
        entry.event.type === 'PadWritten' &&
        !ledger.takenBack.has(entry.seq) &&
        Object.keys(entry.event.cells).some((cell) => Object.hasOwn(event.cells, cell)),
    );
  return later?.seq ?? null;
}

/** What does not count once the entry counts no longer, or counts again. */
function flipped(ledger: Ledger, seq: number): Set<number> {
  const set = new Set(ledger.takenBack);
  for (;;) {
    if (!set.delete(seq)) set.add(seq);
    const { event } = ledger.entries[seq - 1]!;
    if (event.type !== 'PadTakenBack') return set;
    seq = event.entry;
  }
}

function rewritten(ledger: Ledger, seq: number, takenBack: ReadonlySet<number>): Cells {
  const cells = { ...ledger.cells };
  for (const cell of touched(ledger, seq)) {
    const last = ledger.entries.findLast(
      (entry) =>
        entry.event.type !== 'PadTakenBack' && !takenBack.has(entry.seq) && Object.hasOwn(entry.event.cells, cell),
    );
    put(cells, cell, last && last.event.type !== 'PadTakenBack' ? last.event.cells[cell]! : null);
  }
  return cells;
}

function check(event: PadStarted | PadWritten, cells: Cells): void {
  const names = Object.keys(event.cells);
  const isStart = event.type === 'PadStarted';
  if (!names.length || (isStart && !NEEDED.every((cell) => Object.hasOwn(event.cells, cell)))) {
    throw new PadError('pad-empty', `a ${event.type} writes too little`);
  }
  for (const [cell, value] of Object.entries(event.cells)) checkCell(cell, value);
  if (isStart) return;
  if (Object.keys(event.was).length !== names.length || !names.every((cell) => Object.hasOwn(event.was, cell))) {
    throw new PadError('pad-stale', 'an entry must say what each of its cells was, and of no other');
  }
  for (const [cell, value] of Object.entries(event.was)) {
    if (value !== null) checkCell(cell, value);
    if (!isSame(cells[cell] ?? null, value)) {
      throw new PadError(
        'pad-stale',
        `${cell} was not ${JSON.stringify(value)} but ${JSON.stringify(cells[cell])}`,
        cell,
      );
    }
  }
}

function put(cells: Record<string, Value>, cell: string, value: Value): void {
  if (value === null) delete cells[cell];
  else cells[cell] = value;
}
