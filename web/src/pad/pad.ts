import { handCell, NO_TRUMP, type Cells, type Value } from './model';
import { CYCLE, limitedBids, parseScoring, points, type Limit, type Scoring, type Trump } from './rules';

/** What of the rules matters on paper. */
export interface PadRules {
  limit: Limit;
  limitFrom: number;
  trump: Trump;
  /** As the pad writes it; `dials` are what it stands for. */
  scoring: string;
  dials: Scoring;
}
/** Somebody on the sheet; the place in `people` is the seat. */
export interface Person {
  id: string;
  name: string;
  /** The score to begin with. */
  start: number;
  /** The first hand that they play. */
  joined: number;
  /** The first hand that they do not play any more; null for who stays. */
  left: number | null;
}
/** A hand; lists by seat, with null for who was away or has nothing written yet. */
export interface PadHand {
  number: number;
  size: number;
  /** The seat whose turn it is to deal. */
  turn: number;
  /** The seats that play, as they bid; the last deals and has the limit. */
  order: number[];
  /** The seat that deals: the last who bids. */
  dealer: number;
  /** Noted or by the rules; null when nobody noted it. */
  trump: 'S' | 'H' | 'D' | 'C' | 'none' | null;
  bids: (number | null)[];
  taken: (number | null)[];
  /** Null unless the hand is finished. */
  points: (number | null)[];
  totalBid: number;
  totalTaken: number;
  /** Whether tricks that do not add up are right all the same. */
  stands: boolean;
  redeals: number;
  isFinished: boolean;
}
/** A finished hand on the sheet. */
export interface Row {
  number: number;
  size: number;
  dealer: number;
  trump: 'S' | 'H' | 'D' | 'C' | null;
  bids: (number | null)[];
  taken: (number | null)[];
  points: (number | null)[];
}
export interface Sheet {
  totals: number[];
  rows: Row[];
}
/** Where the game on paper stands. */
export interface Pad {
  title: string;
  people: Person[];
  rules: PadRules;
  /** Every hand, those to come among them. */
  hands: PadHand[];
  sheet: Sheet;
  ended: boolean;
  /** The first hand that is not finished; null when the game is over. */
  current: PadHand | null;
}

/** The pad that follows from cells with an `order` and `sizes`; whatever else they hold, there is one. */
export function padOf(cells: Cells): Pad {
  const people = get<readonly string[]>(cells, 'order', []).map((id) => ({
    id,
    name: get(cells, `${id}.name`, id),
    start: get(cells, `${id}.start`, 0),
    joined: get(cells, `${id}.joined`, 1),
    left: get<number | null>(cells, `${id}.left`, null),
  }));
  const scoring = get(cells, 'scoring', 'standard');
  const rules: PadRules = {
    limit: get<Limit>(cells, 'limit', 'hook'),
    limitFrom: get(cells, 'limit_from', 1),
    trump: get<Trump>(cells, 'trump', 'turned'),
    scoring,
    dials: parseScoring(scoring)!,
  };
  const hands: PadHand[] = [];
  get<readonly number[]>(cells, 'sizes', []).forEach((size, index) => {
    hands.push(handOf(cells, people, rules, index + 1, size, hands.at(-1)?.turn ?? -1));
  });
  const rows = hands.filter((hand) => hand.isFinished).map(rowOf);
  const totals = people.map((person, seat) =>
    rows.reduce<number>((total, row) => total + (row.points[seat] ?? 0), person.start),
  );
  const ended = get(cells, 'ended', false);
  const current = ended ? null : (hands.find((hand) => !hand.isFinished) ?? null);
  return { title: get(cells, 'title', ''), people, rules, hands, sheet: { totals, rows }, ended, current };
}

/** Whether somebody has joined and not left by this hand. */
export function isAtTable(person: Person, hand: number): boolean {
  return person.joined <= hand && (person.left === null || hand < person.left);
}

/** The seats without a bid, in bidding order. */
export function toBid(hand: PadHand): number[] {
  return hand.order.filter((seat) => hand.bids[seat] === null);
}

/** The seats without a result, in bidding order. */
export function toTake(hand: PadHand): number[] {
  return hand.order.filter((seat) => hand.taken[seat] === null);
}

/** Bids within the size, and for the last bidder within the limit, after the bids of the others so far. */
export function allowedBids(hand: PadHand, seat: number, rules: PadRules): number[] {
  const isLimited = seat === hand.order.at(-1) && hand.size >= rules.limitFrom;
  return limitedBids(isLimited ? rules.limit : 'free', hand.size, hand.totalBid - (hand.bids[seat] ?? 0));
}

function handOf(
  cells: Cells,
  people: readonly Person[],
  rules: PadRules,
  number: number,
  size: number,
  before: number,
): PadHand {
  const turn = turnOf(cells, people, number, before);
  const seats = people.map((_, index) => (turn + 1 + index) % people.length);
  const order = seats.filter(
    (seat) => isAtTable(people[seat]!, number) && !get(cells, handCell(number, 'out', people[seat]!.id), false),
  );
  const column = (what: string) =>
    people.map(({ id }, seat) =>
      order.includes(seat) ? get<number | null>(cells, handCell(number, what, id), null) : null,
    );
  const bids = column('bid');
  const taken = column('taken');
  const totalTaken = sum(taken);
  const stands = get(cells, handCell(number, 'stands'), false);
  const isIn = order.length > 0 && order.every((seat) => bids[seat] !== null && taken[seat] !== null);
  const isFinished = isIn && (stands || totalTaken === size);
  return {
    number,
    size,
    turn,
    order,
    dealer: order.at(-1) ?? turn,
    trump: get(cells, handCell(number, 'trump'), usualTrump(rules.trump, number)),
    bids,
    taken,
    points: bids.map((bid, seat) => {
      const took = taken[seat] ?? null;
      return isFinished && bid !== null && took !== null ? points(rules.dials, bid, took) : null;
    }),
    totalBid: sum(bids),
    totalTaken,
    stands,
    redeals: get(cells, handCell(number, 'redeals'), 0),
    isFinished,
  };
}

/** Whose turn it is to deal: by choice, else the next of those at the table; with nobody there, the next seat. */
function turnOf(cells: Cells, people: readonly Person[], number: number, before: number): number {
  const chosen = people.findIndex(({ id }) => id === cells[handCell(number, 'dealer')]);
  if (chosen >= 0) return chosen;
  const seats = people.map((_, index) => (before + 1 + index) % people.length);
  return seats.find((seat) => isAtTable(people[seat]!, number)) ?? seats[0]!;
}

function usualTrump(trump: Trump, number: number): PadHand['trump'] {
  if (trump === 'turned') return null;
  return trump === 'cycle' ? CYCLE[(number - 1) % CYCLE.length]! : NO_TRUMP;
}

function rowOf(hand: PadHand): Row {
  const { number, size, dealer, trump, bids, taken, points: scored } = hand;
  return { number, size, dealer, trump: trump === NO_TRUMP ? null : trump, bids, taken, points: scored };
}

function sum(numbers: readonly (number | null)[]): number {
  return numbers.reduce<number>((total, number) => total + (number ?? 0), 0);
}

/** What the cell holds, which is of the kind of its usual value: `checkCell` has seen to it. */
function get<T extends Value>(cells: Cells, name: string, usual: T): T {
  return (cells[name] ?? usual) as T;
}
