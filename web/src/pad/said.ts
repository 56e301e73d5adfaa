import { SYMBOLS } from '../cards/cards';
import { sizesInWords } from '../table/said';
import { runs } from '../words/refusals';
import { words, type Said } from '../words/words.svelte';
import type { Issue } from './issues';
import { cellAbout, PadError, type Value } from './model';
import { allowedBids, type Pad, type PadHand } from './pad';
import { parseScoring, points, type Limit } from './rules';
import { places } from './sheet';
import { ranked } from './shown';

/** `+13`, `-2`, `0`, with the minus of print. */
export function signed(n: number): string {
  return new Intl.NumberFormat(words.language, { signDisplay: 'exceptZero' }).format(n);
}

/** What some results are worth. */
export function scoringExample(text: string): string {
  const scoring = parseScoring(text);
  if (!scoring) return text;
  const worth = (bid: number, taken: number): string => signed(points(scoring, bid, taken));
  return words.say('pad.scoring.example', {
    three: worth(3, 3),
    zero: worth(0, 0),
    one: worth(3, 2),
    two: worth(3, 1),
  });
}

export function limitInWords({ limit, limit_from }: { limit: Limit; limit_from: number }): string {
  const rule = words.say(`rules.limit.${limit}.hint`);
  return limit === 'free' || limit_from <= 1 ? rule : `${rule} ${words.say('pad.limit.holds', { size: limit_from })}`;
}

/** Why a bid is barred to the dealer. */
export function barredBecause(pad: Pad, hand: PadHand, seat: number, bid: number): string {
  const others = hand.totalBid - (hand.bids[seat] ?? 0);
  return words.say(pad.rules.limit === 'hook' ? 'pad.barred.hook' : 'pad.barred.over', {
    bid,
    size: hand.size,
    total: others + bid,
    name: pad.people[seat]?.name ?? '',
    allowed: words.either(runs(allowedBids(hand, seat, pad.rules))),
  });
}

/** What the bids add up to against the tricks of the hand. */
export function sumInWords(hand: PadHand): string {
  const over = hand.totalBid - hand.size;
  const tricks = words.count('bid.button', hand.size);
  const values = { total: hand.totalBid, size: hand.size, n: Math.abs(over), tricks };
  if (hand.order.some((seat) => hand.bids[seat] === null)) return words.say('sum.so-far', values);
  return words.say(over > 0 ? 'sum.over' : over < 0 ? 'sum.under' : 'sum.even', values);
}

/** Something that the rules would not have. */
export function issueInWords(issue: Issue, pad: Pad): string {
  const { code, hand, person, number } = issue;
  const name = pad.people.find(({ id }) => id === person)?.name ?? '';
  const size = pad.hands[hand - 1]?.size ?? 0;
  return words.say(`pad.issue.${code}`, { hand, name, size, bid: number, taken: number });
}

/** What a change does to the standings; nothing where they stay as they are. */
export function changesInWords(before: Pad, after: Pad): string[] {
  const lines = after.people.flatMap(({ name }, seat) => {
    const [old, now] = [before.sheet.totals[seat] ?? 0, after.sheet.totals[seat] ?? 0];
    return old === now ? [] : [`${name}: ${old} → ${now}`];
  });
  return lines.length > 0 ? [words.say('pad.change.moves'), ...lines] : [];
}

const SUITS: Record<string, string> = { ...SYMBOLS, none: '–' };

/** What was written into a cell, as a line of the log. */
export function cellInWords(cell: string, value: Value, nameOf: (person: string) => string): string {
  const { kind, hand, person } = cellAbout(cell);
  const last = kind === 'h.trump' ? 'noted' : (kind.split('.').find((part) => part.length > 1) ?? kind);
  return words.say(`pad.cell.${last}` as Said, {
    value: valueInWords(cell, value, nameOf),
    hand: hand ?? 0,
    name: person ? nameOf(person) : '',
  });
}

/** What a cell held or holds. */
export function valueInWords(cell: string, value: Value, nameOf: (person: string) => string): string {
  const { kind } = cellAbout(cell);
  if (value === null) return words.say('pad.edit.none');
  if (typeof value === 'boolean') return words.say(value ? 'pad.yes' : 'pad.no');
  if (kind === 'order') return words.both((value as string[]).map(nameOf));
  if (kind === 'sizes') return sizesInWords({ sizes: [...(value as number[])] });
  if (kind === 'h.dealer') return nameOf(value as string);
  if (kind === 'h.trump') return SUITS[value as string] ?? String(value);
  if (kind === 'limit') return words.say(`rules.limit.${value as Limit}`);
  if (kind === 'trump') return value === 'cycle' ? '♠ ♥ ♦ ♣ –' : words.say(`rules.trump.${value as 'none'}`);
  if (kind === 'scoring')
    return words.has(`rules.scoring.${value as string}`)
      ? words.say(`rules.scoring.${value as 'common'}`)
      : String(value);
  return typeof value === 'number' ? words.number(value) : String(value);
}

/** Whether it is an error that a pad's own code has found, with a message for people. */
export function isFault(problem: unknown): problem is Error {
  return problem instanceof PadError || (problem instanceof Error && problem.name === 'RecordError');
}

/** `Ann wins.`, or before the end `1. Ann 120, 2. Ben 98`. */
export function headline(pad: Pad): string {
  const rows = ranked(pad, places(pad.sheet));
  if (pad.current !== null) return rows.map(({ place, name, total }) => `${place}. ${name} ${total}`).join(', ');
  const winners = rows.filter(({ place }) => place === 1).map(({ name }) => name);
  return winners.length > 1
    ? words.say('end.win-together', { names: words.both(winners) })
    : words.say('end.wins', { name: winners[0] ?? '' });
}
