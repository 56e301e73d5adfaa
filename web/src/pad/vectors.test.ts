/** The pad's logic against what the Python code says (`make vectors`): one difference fails. */
import { describe, expect, it } from 'vitest';
import padsText from '../../../tests/vectors/pads.json?raw';
import rebasesText from '../../../tests/vectors/rebases.json?raw';
import rulesText from '../../../tests/vectors/rules.json?raw';
import { toCsv, type Headings } from './csv';
import { apply, fold, start, toRedo, toUndo, type Ledger } from './fold';
import { issues } from './issues';
import { logOf } from './log';
import { PadError, type Cells, type Entry, type PadEvent } from './model';
import { addHands, comeBack, join, leave, newPad, redeal, startScores } from './moves';
import { allowedBids, padOf, toBid, toTake, type Pad } from './pad';
import { rebase } from './rebase';
import { dump, load } from './record';
import {
  formatScoring,
  isScoring,
  limitedBids,
  parseScoring,
  parseSizes,
  points,
  usualSizes,
  type Limit,
} from './rules';
import { bestHand, longestRun, made, places, played, running } from './sheet';

const rules = JSON.parse(rulesText) as {
  sizes: [number | string, number[] | null][];
  limits: [Limit, number, number, number[]][];
  scorings: [string, string | null, boolean?][];
  points: [string, number, number, number][];
};
const { pads } = JSON.parse(padsText) as { pads: PadCase[] };
const { rebases } = JSON.parse(rebasesText) as { rebases: RebaseCase[] };
const HEADINGS = ['hand', 'tricks', 'dealer', 'trump', 'bid', 'taken', 'points', 'total'];
const MARKED = Object.fromEntries(HEADINGS.map((name) => [name, `${name}!`])) as unknown as Headings;

describe('the rules on paper', () => {
  it('have the same hand sizes', () => {
    for (const [asked, sizes] of rules.sizes) {
      expect(typeof asked === 'number' ? usualSizes(asked) : parseSizes(asked), `${asked}`).toEqual(sizes);
    }
  });

  it('have the same limit', () => {
    for (const [limit, size, others, allowed] of rules.limits) {
      expect(limitedBids(limit, size, others), `${limit} ${size} ${others}`).toEqual(allowed);
    }
  });

  it('read and write the same scorings', () => {
    for (const [text, dials, isShortest] of rules.scorings) {
      const scoring = parseScoring(text);
      expect(scoring && formatScoring(scoring), text).toBe(dials);
      expect(isScoring(text), text).toBe(isShortest ?? false);
    }
  });

  it('give the same points', () => {
    for (const [scoring, bid, taken, worth] of rules.points) {
      expect(points(parseScoring(scoring)!, bid, taken), `${scoring} ${bid} ${taken}`).toBe(worth);
    }
  });
});

it.each(pads.map((pad, index) => [index, pad] as const))('folds pad %i to the same sheet', (_, wanted) => {
  let ledger = start(wanted.start);
  for (const [event, by, code] of wanted.tries) {
    let next: Ledger | null = null;
    let refused: string | null = null;
    try {
      next = apply(ledger, { seq: ledger.entries.length + 1, by, event });
    } catch (error) {
      if (!(error instanceof PadError)) throw error;
      refused = error.code;
    }
    expect(refused, JSON.stringify(event)).toBe(code);
    ledger = next ?? ledger;
  }
  expect(ledger.cells).toEqual(wanted.cells);
  expect([...ledger.takenBack].sort((one, other) => one - other)).toEqual(wanted.takenBack);
  for (const [by, undo, redo] of wanted.undo)
    expect([by, toUndo(ledger, by), toRedo(ledger, by)]).toEqual([by, undo, redo]);
  const pad = padOf(ledger.cells);
  expect(listed(pad)).toEqual(wanted.pad);
  expect(toCsv(pad, wanted.csv.startsWith('hand!') ? MARKED : undefined)).toBe(wanted.csv);
  expect(load(dump(ledger.entries)).cells).toEqual(ledger.cells);
  checkMoves(pad, ledger, wanted.moves);
  if (wanted.log) {
    const lines = logOf(ledger.entries);
    expect(
      lines.map(({ entry, counts, changes }) => [
        entry.seq,
        counts,
        changes.map((each) => [each.cell, each.old, each.new]),
      ]),
    ).toEqual(wanted.log);
  }
});

it('puts two writers together in the same way', () => {
  for (const { base, theirs, mine, entries, clashes } of rebases) {
    expect(rebase(fold(base), theirs, mine)).toEqual({ entries, clashes });
  }
});

interface PadCase {
  start: Cells;
  tries: [PadEvent, string, string | null][];
  cells: Cells;
  takenBack: number[];
  undo: [string, number | null, number | null][];
  pad: unknown;
  moves: Moves;
  csv: string;
  log?: unknown;
}
interface Moves {
  person: string;
  hand: number;
  sizes: number[];
  scores: number[];
  new: Cells;
  join: Cells;
  leave: Cells;
  comeBack: Cells;
  redeal: Cells;
  addHands: Cells;
}
interface RebaseCase {
  base: Entry[];
  theirs: Entry[];
  mine: Entry[];
  entries: Entry[];
  clashes: unknown[];
}

function checkMoves(pad: Pad, ledger: Ledger, moves: Moves): void {
  const { lowest, average, zero } = startScores(pad);
  expect([lowest, average, zero]).toEqual(moves.scores);
  expect(newPad(pad.people.map(({ name }) => name))).toEqual(moves.new);
  expect(join(pad, ledger.cells, 'Nora', average)).toEqual(moves.join);
  expect(leave(pad, moves.person)).toEqual(moves.leave);
  expect(comeBack(pad, moves.person)).toEqual(moves.comeBack);
  expect(redeal(pad.hands[moves.hand - 1]!, pad)).toEqual(moves.redeal);
  expect(addHands(pad, moves.sizes)).toEqual(moves.addHands);
}

/** All of a pad, as `pad_json` in tests/vectors/rewrite.py lists it. */
function listed(pad: Pad): unknown {
  const { rules: house, sheet } = pad;
  return {
    title: pad.title,
    people: pad.people.map(({ id, name, start: first, joined, left }) => [id, name, first, joined, left]),
    rules: [house.limit, house.limitFrom, house.trump, house.scoring],
    hands: pad.hands.map((hand) => [
      hand.number,
      hand.size,
      hand.turn,
      hand.order,
      hand.dealer,
      hand.trump,
      hand.bids,
      hand.taken,
      hand.points,
      hand.stands,
      hand.redeals,
      hand.isFinished,
      toBid(hand),
      toTake(hand),
      hand.totalBid,
      hand.totalTaken,
      hand.size < 6 ? allowedBids(hand, hand.dealer, house) : null,
    ]),
    rows: sheet.rows.map(({ number, dealer, trump }) => [number, dealer, trump]),
    totals: sheet.totals,
    running: running(sheet),
    places: places(sheet),
    facts: pad.people.map((_, seat) => [
      played(sheet, seat),
      made(sheet, seat),
      longestRun(sheet, seat),
      bestHand(sheet, seat)?.number ?? null,
    ]),
    ended: pad.ended,
    current: pad.current?.number ?? null,
    issues: issues(pad).map(({ code, hand, person, number }) => [code, hand, person, number]),
  };
}
