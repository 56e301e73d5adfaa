import type { Cells } from './model';
import { allowedBids, padOf, toBid, toTake, type Pad, type PadHand } from './pad';
import { DECK } from './rules';

export type IssueCode = 'bid-forbidden' | 'bid-range' | 'taken-range' | 'tricks-differ' | 'deck-short' | 'few-people';

/** Something in a hand that the rules would not have: said, never refused. */
export interface Issue {
  code: IssueCode;
  hand: number;
  /** Whose bid or result it is; empty when it is the whole hand's. */
  person: string;
  /** The bid or the tricks at fault, the sum of the tricks taken, the cards needed, or how many play. */
  number: number;
}

/** All issues of the hands that have begun, in order. */
export function issues(pad: Pad): Issue[] {
  return pad.hands.filter((hand) => hasBegun(pad, hand)).flatMap((hand) => ofHand(pad, hand));
}

/** The issues that a change would bring, to be asked about before it is written. */
export function objections(before: Pad, after: Pad): Issue[] {
  const old = new Set(issues(before).map((issue) => JSON.stringify(issue)));
  return issues(after).filter((issue) => !old.has(JSON.stringify(issue)));
}

/** The pad as it would be with these changes. */
export function preview(cells: Cells, changes: Cells): Pad {
  return padOf({ ...cells, ...changes });
}

function hasBegun(pad: Pad, hand: PadHand): boolean {
  return hand === pad.current || [...hand.bids, ...hand.taken].some((value) => value !== null);
}

function ofHand(pad: Pad, hand: PadHand): Issue[] {
  const found: Issue[] = [];
  const say = (code: IssueCode, number: number, seat?: number) =>
    found.push({ code, hand: hand.number, person: seat === undefined ? '' : pad.people[seat]!.id, number });
  if (hand.order.length < 2) say('few-people', hand.order.length);
  const needed = hand.size * hand.order.length + (pad.rules.trump === 'turned' ? 1 : 0);
  if (needed > DECK) say('deck-short', needed);
  for (const seat of hand.order) {
    const bid = hand.bids[seat] ?? null;
    if (bid === null) continue;
    if (bid > hand.size) say('bid-range', bid, seat);
    else if (!toBid(hand).length && !allowedBids(hand, seat, pad.rules).includes(bid)) say('bid-forbidden', bid, seat);
  }
  for (const seat of hand.order) {
    const taken = hand.taken[seat] ?? null;
    if (taken !== null && taken > hand.size) say('taken-range', taken, seat);
  }
  const isIn = hand.order.length > 0 && !toTake(hand).length;
  if (isIn && hand.totalTaken !== hand.size && !hand.stands) say('tricks-differ', hand.totalTaken);
  return found;
}
