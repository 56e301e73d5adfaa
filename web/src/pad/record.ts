import { apply, EMPTY, type Ledger } from './fold';
import { PadError, type Entry } from './model';

export const HEADER = '{"format": "upriver record", "version": 1}';
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  PadStarted: ['cells'],
  PadWritten: ['cells', 'was'],
  PadTakenBack: ['entry'],
};

/** A record that cannot be read; the line counts from 1. */
export class RecordError extends Error {
  constructor(
    message: string,
    readonly line: number,
  ) {
    super(`line ${line}: ${message}`);
    this.name = 'RecordError';
  }
}

/** The record as JSON Lines; `load` reads it back, and so does Python. */
export function dump(entries: readonly Entry[]): string {
  const lines = entries.map(({ seq, at, by, event }) =>
    JSON.stringify({ seq, ...(at ? { at } : {}), ...(by ? { by } : {}), event }),
  );
  return [HEADER, ...lines].map((line) => `${line}\n`).join('');
}

/** Reads a record and folds it; throws a `RecordError` with the line that is damaged or cannot stand. */
export function load(text: string): Ledger {
  const lines = text.split('\n');
  const header = parse(lines[0]!, 1);
  if (header.format !== 'upriver record') throw new RecordError('this is no record', 1);
  if (header.version !== 1) throw new RecordError('a newer program may have written this record', 1);
  if (lines.pop() !== '') throw new RecordError('the line breaks off', lines.length + 1);
  let ledger = EMPTY;
  lines.slice(1).forEach((line, index) => {
    try {
      ledger = apply(ledger, entryOf(parse(line, index + 2), index + 1));
    } catch (error) {
      if (!(error instanceof PadError)) throw error;
      throw new RecordError(error.message, index + 2);
    }
  });
  if (!ledger.entries.length) throw new RecordError('the record is empty', 1);
  return ledger;
}

function entryOf(plain: Record<string, unknown>, seq: number): Entry {
  const { by, event, ...others } = plain;
  const at = others.at ?? undefined;
  delete others.at;
  const fail = (why: string): never => {
    throw new RecordError(why, seq + 1);
  };
  if (Object.keys(others).join() !== 'seq' || others.seq !== seq) fail(`the entry must have seq ${seq}, at, by, event`);
  if (at !== undefined && !(typeof at === 'string' && isTime(at))) fail('at is no time with a zone');
  if (by !== undefined && !(typeof by === 'string' && !/\p{Cs}/u.test(by))) fail('by is no text');
  if (!isObject(event)) return fail('the entry lacks its event');
  const fields = FIELDS[String(event.type)];
  if (!fields) return fail(`${JSON.stringify(event.type)} is no entry of a pad`);
  if (Object.keys(event).sort().join() !== [...fields, 'type'].sort().join()) fail(`it must have ${fields.join()}`);
  if (fields.includes('cells') && ![event.cells, event.was ?? {}].every(isObject)) fail('cells are no object');
  if (fields.includes('entry') && !Number.isInteger(event.entry)) fail('entry is no whole number');
  return {
    seq,
    ...(at === undefined ? {} : { at: at as string }),
    ...(by === undefined ? {} : { by: by as string }),
    event: event as unknown as Entry['event'],
  };
}

function parse(line: string, number: number): Record<string, unknown> {
  try {
    const plain: unknown = JSON.parse(line);
    if (isObject(plain)) return plain;
  } catch {
    // said below
  }
  throw new RecordError('this is no JSON object', number);
}

function isTime(text: string): boolean {
  return /(Z|[+-]\d\d:?\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
