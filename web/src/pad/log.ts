import { apply, EMPTY, touched } from './fold';
import { isSame, type Entry, type Value } from './model';

/** A cell that an entry changed; null is nothing. It is a correction where a value stood there before. */
export interface Change {
  cell: string;
  old: Value;
  new: Value;
}
export interface LogLine {
  entry: Entry;
  changes: Change[];
  /** Whether it counts at the end of the record. */
  counts: boolean;
}

/** A line for every entry after the start, in order. */
export function logOf(entries: readonly Entry[]): LogLine[] {
  let ledger = EMPTY;
  const lines: Omit<LogLine, 'counts'>[] = [];
  for (const entry of entries) {
    const before = ledger.cells;
    ledger = apply(ledger, entry);
    if (entry.seq === 1) continue;
    const changes = touched(ledger, entry.seq)
      .sort()
      .map((cell) => ({ cell, old: before[cell] ?? null, new: ledger.cells[cell] ?? null }))
      .filter((change) => !isSame(change.old, change.new));
    lines.push({ entry, changes });
  }
  return lines.map((line) => ({ ...line, counts: !ledger.takenBack.has(line.entry.seq) }));
}
