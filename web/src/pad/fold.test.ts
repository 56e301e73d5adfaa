import { expect, it } from 'vitest';
import { takeBack, write, start, toRedo, toUndo, type Ledger } from './fold';
import type { Entry } from './model';

/** A pad whose one bid has been taken back and brought back so often; made at once, as folding it entry by entry is slow. */
function scribbled(often: number): Ledger {
  const begun = write(start({ order: ['p1', 'p2'], sizes: [2, 1] }), { 'h1.bid.p1': 1 });
  const backs = Array.from({ length: often }, (_, index): Entry => ({
    seq: index + 3,
    event: { type: 'PadTakenBack', entry: index + 2 },
  }));
  const last = often + 2;
  const takenBack = new Set(
    Array.from({ length: last - 1 }, (_, index) => index + 2).filter((seq) => (last - seq) % 2),
  );
  const { 'h1.bid.p1': bid, ...rest } = begun.cells;
  const cells = takenBack.has(2) ? rest : { ...rest, 'h1.bid.p1': bid! };
  return { entries: [...begun.entries, ...backs], takenBack, cells };
}

it('takes a short log as far as the fold does', () => {
  const begun = write(start({ order: ['p1', 'p2'], sizes: [2, 1] }), { 'h1.bid.p1': 1 });
  expect(scribbled(3)).toEqual(takeBack(takeBack(takeBack(begun, 2), 3), 4));
});

it('takes back and brings back at the end of a very long log', () => {
  const often = 100_000;
  let ledger = scribbled(often);
  expect(ledger.cells['h1.bid.p1']).toBe(1);
  ledger = takeBack(ledger, often + 2);
  expect(ledger.cells).not.toHaveProperty('h1.bid.p1');
  expect(ledger.takenBack.has(2)).toBe(true);
  expect(toUndo(ledger)).toBeNull();
  ledger = takeBack(ledger, often + 3);
  expect(ledger.cells['h1.bid.p1']).toBe(1);
  expect(ledger.takenBack.has(2)).toBe(false);
  expect(toUndo(ledger)).toBe(2);
  expect(toRedo(ledger)).toBeNull();
});
