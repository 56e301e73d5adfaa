import { expect, it } from 'vitest';
import page from '../../../docs/pad.md?raw';
import { start, takeBack, write } from './fold';
import { padOf } from './pad';
import { dump, HEADER, load, RecordError } from './record';

const EXAMPLE = page.slice(page.indexOf('```json\n') + 8, page.indexOf('```\n\n## Cells'));
const LEDGER = write(
  start({ order: ['p1', 'p2'], sizes: [2, 1] }, { at: '2026-12-26T16:00:00Z', by: 'Adda' }),
  { 'h1.bid.p1': 1 },
  { by: 'Brenta' },
);

function lineOf(text: string): number {
  try {
    load(text);
  } catch (error) {
    if (error instanceof RecordError) return error.line;
    throw error;
  }
  throw new Error('the record was read');
}

it('reads the example of docs/pad.md, in which the bid of 2 is taken back', () => {
  const ledger = load(EXAMPLE);
  expect(padOf(ledger.cells).hands[0]!.bids).toEqual([1, null, null]);
  expect(ledger.entries[1]).toMatchObject({ seq: 2, at: '2026-12-26T16:02:00+00:00', by: 'Adda' });
});

it('reads back what it writes, times and writers with it', () => {
  const ledger = takeBack(LEDGER, 2);
  expect(load(dump(ledger.entries))).toEqual(ledger);
  expect(dump(ledger.entries).split('\n')[0]).toBe(HEADER);
});

it('refuses a damaged record and says the line', () => {
  const good = dump(LEDGER.entries);
  expect(lineOf('hello\n')).toBe(1);
  expect(lineOf(good.replace('"version": 1', '"version": 2'))).toBe(1);
  expect(lineOf(`${HEADER}\n`)).toBe(1);
  expect(lineOf(good.slice(0, -1))).toBe(3);
  expect(lineOf(good.replace('"seq":2', '"seq":3'))).toBe(3);
  expect(lineOf(good.replace('"h1.bid.p1":1', '"h1.bid.p1":99'))).toBe(3);
  expect(lineOf(good.replace('"by":"Brenta"', '"who":"Brenta"'))).toBe(3);
  expect(lineOf(good.replace('"by":"Brenta"', '"at":"noon"'))).toBe(3);
  expect(lineOf(good.replace('PadStarted', 'Started'))).toBe(2);
  expect(lineOf(good.replace('"was":', '"were":'))).toBe(3);
});
