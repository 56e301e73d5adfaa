/** A finished game as views, one for each moment, so that the table shows it like a game in play. */
import type { Replay, ReplayMoment } from '../net/api';
import { draws, finished, frames } from '../state/frames';
import type { Happening, Hand, Options, View } from '../wire';

export interface Moment {
  view: View;
  /** Cards of each seat as dealt. */
  dealt: readonly (readonly string[])[];
  /** The cards of this hand that are played already. */
  gone: ReadonlySet<string>;
  /** How many moments of the record come before it; the same for a trick that lies there and is taken. */
  step: number;
  /** Where it lies, for a link: `d1`, `h4`, `h4b2`, `h4t2c3`, `h4t2`; `m57` where the same place comes twice. */
  address: string;
  /** What has just happened; null where a trick that lay there has been taken, and in the draw for first dealer. */
  event: Happening | null;
}

/** What a game that is over no longer needs. */
const OPTIONS: Options = {
  is_public: false,
  watching: 'table',
  pace: 'instant',
  clock: null,
  reserve: 0,
  undo: false,
  auto_last: false,
  hints: false,
  rematch: 'left-of-last',
  stand_in: '',
};

/** @param seat whose game it was; null for somebody who did not play */
export function momentsOf(replay: Replay, seat: number | null): Moment[] {
  const moments: Moment[] = [];
  const taken = new Set<string>();
  let before: View | null = null;
  let count = 0;

  for (const { hand: first, moments: steps } of replay.hands) {
    let hand: Hand = first;
    let played: string[] = [];
    let dealt: readonly string[][] = [];
    let bids = 0;
    for (const step of steps) {
      const { event } = step;
      const held = hand.held;
      hand = { ...hand, ...step.changes };
      if (event.type === 'Dealt') dealt = event.cards.map((cards) => cards ?? []);
      if (event.type === 'CardPlayed') played = [...played, event.card];
      // What was taken back is a card where the seat holds one more than before.
      if (event.type === 'TakenBack' && hand.held[event.seat]! > held[event.seat]!) played = played.slice(0, -1);
      if (event.type === 'BidMade' || event.type === 'BidChanged' || event.type === 'BidSealed') bids++;

      const view = viewOf(replay, hand, step, seat);
      if (before === null) moments.push(...draws(view).map(drawn));
      const shown = frames(before, view);
      shown.forEach((each, index) => {
        const isTaken = index > 0;
        const place = isTaken ? `t${finished(hand)}e` : placeOf(each.game!.hand!, event, bids);
        let address = `h${hand.number}${place}`;
        if (taken.has(address)) address = `m${moments.length}`;
        taken.add(address);
        moments.push({ view: each, dealt, gone: new Set(played), step: count, address, event: isTaken ? null : event });
      });
      before = view;
      count++;
    }
  }
  return moments;
}

function drawn(view: View, round: number): Moment {
  return { view, dealt: [], gone: new Set(), step: 0, address: `d${round + 1}`, event: null };
}

/** The step in an address of the form `s57`, by which a review leads here; null for any other address. */
export function stepIn(address: string): number | null {
  const found = /^s(\d+)$/.exec(address);
  return found ? Number(found[1]) : null;
}

/** The moment at an address; the first where there is none. */
export function find(moments: readonly Moment[], address: string): number {
  const step = stepIn(address);
  return Math.max(
    0,
    moments.findIndex((moment) =>
      step === null ? moment.address === address : moment.event !== null && moment.step === step,
    ),
  );
}

/** The moment `hands` hands further on, at its deal; going back first leads to the deal of the hand itself. */
export function jump(moments: readonly Moment[], from: number, hands: 1 | -1): number {
  const deals = moments.flatMap((moment, index) => (moment.event?.type === 'Dealt' ? [index] : []));
  if (hands > 0) return deals.find((index) => index > from) ?? moments.length - 1;
  return deals.findLast((index) => index < from) ?? 0;
}

function placeOf(hand: Hand, event: Happening, bids: number): string {
  if (event.type === 'Dealt') return '';
  if (event.type === 'BidsRevealed') return 'r';
  if (event.type !== 'CardPlayed') return `b${bids}`;
  const cards = hand.trick.cards.length;
  const trick = `t${finished(hand) + 1}`;
  return cards === hand.bids.length ? trick : `${trick}c${cards}`;
}

function viewOf(replay: Replay, hand: Hand, step: ReplayMoment, seat: number | null): View {
  const rows = replay.sheet.rows.slice(0, hand.is_over ? hand.number : hand.number - 1);
  const isEnd = step.phase === 'over';
  const seats = replay.seats.map(({ name, level }, number) => ({
    seat: number,
    person: null,
    // A bot's name in the record is the server's; the reader's language has another.
    name: level === null ? name : '',
    level,
    is_away: false,
    stand_in: null,
    reserve: null,
    votes: [],
  }));
  return {
    table: {
      code: '',
      phase: 'playing',
      host: null,
      rules: replay.rules,
      options: OPTIONS,
      seats,
      commitment: replay.commitment ?? '',
      ready: [],
      waiting: [],
      undo: null,
      levels: [],
      reactions: [],
    },
    game: {
      phase: step.phase,
      hands: replay.hands.length,
      names: replay.seats.map(({ name }) => name),
      to_act: step.to_act,
      turn_since: step.at,
      turn_ends: seats.map(() => null),
      dealer: hand.dealer,
      draw: replay.draw,
      hand,
      commitment: replay.commitment,
      contributions: replay.contributions,
      seed: replay.seed,
      id: replay.id,
    },
    sheet: {
      rows,
      totals: rows.at(-1)?.totals ?? seats.map(() => 0),
      places: isEnd ? replay.sheet.places : [],
    },
    chat: [],
    you: {
      person: '',
      seat,
      is_host: false,
      is_turn: false,
      cards: [],
      bid: null,
      legal_cards: [],
      legal_bids: [],
      forbidden_bids: [],
      can_change_bid: false,
      change_until: null,
      can_claim: false,
      can_ask_undo: false,
      can_ask_hint: false,
      dealt: null,
      muted: [],
    },
  };
}
