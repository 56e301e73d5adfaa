import { words } from '../words/words.svelte';
import type { Game, Hand, Row, Trick, View } from '../wire';

const PLAYERS = 4;
const SEATS = Array.from({ length: PLAYERS }, (_, seat) => seat);
const NOBODY: Trick = { leader: 1, cards: [], led: null, winner: null };

const HAND: Hand = {
  number: 9,
  size: 5,
  dealer: 0,
  turned: '4H',
  trump: 'H',
  turn: 0,
  bids: [null, 2, 0, 1],
  has_bid: [false, true, true, true],
  taken: [0, 0, 0, 0],
  needs: [null, 2, 0, 1],
  held: [5, 5, 5, 5],
  total_bid: 3,
  over: -2,
  trick: NOBODY,
  last_trick: null,
  is_over: false,
};

const ROWS: Row[] = [
  row(1, 5, 'S', [1, 2, 0, 1], [1, 2, 0, 2]),
  row(2, 4, 'D', [2, 0, 1, 0], [2, 1, 1, 0]),
  row(3, 3, 'C', [1, 0, 1, 2], [2, 0, 1, 0]),
].map((each, index, all) => ({
  ...each,
  totals: SEATS.map((seat) => all.slice(0, index + 1).reduce((sum, { points }) => sum + points[seat]!, 0)),
}));

function row(number: number, size: number, trump: Row['trump'], bids: number[], taken: number[]): Row {
  const made = SEATS.map((seat) => bids[seat] === taken[seat]);
  const points = SEATS.map((seat) => (made[seat] ? 10 + bids[seat]! : 0));
  return { number, size, trump, bids, taken, made, points, dealer: number - 1, totals: [] };
}

/** The table of the pictures: nobody plays at it. Names come from the reader's language. */
function view(hand: Partial<Hand>, phase: Game['phase'], you: Partial<View['you']>): View {
  const names = words.say('name.defaults').split(' ');
  return {
    table: {
      code: '',
      phase: 'playing',
      host: null,
      rules: {
        text: '',
        players: PLAYERS,
        sizes: [5, 4, 3, 2, 1, 2, 3, 4, 5],
        limit: 'hook',
        limit_from: 1,
        trump: 'turned',
        bidding: 'in-turn',
        rebid: true,
        scoring: 'standard',
      },
      options: {
        is_public: false,
        watching: 'table',
        pace: 'natural',
        clock: null,
        reserve: 0,
        undo: false,
        auto_last: false,
        hints: false,
        rematch: 'left-of-last',
        stand_in: 'rule',
      },
      seats: SEATS.map((seat) => ({
        seat,
        person: String(seat),
        name: names[seat] ?? '',
        level: null,
        is_away: false,
        stand_in: null,
        reserve: null,
        votes: [],
      })),
      commitment: '',
      ready: [],
      waiting: [],
      undo: null,
      levels: [],
      reactions: [],
    },
    game: {
      phase,
      hands: 9,
      names,
      to_act: [0],
      turn_since: 0,
      turn_ends: SEATS.map(() => null),
      dealer: 0,
      draw: [],
      hand: { ...HAND, ...hand },
      commitment: null,
      contributions: [],
      seed: null,
      id: null,
    },
    sheet: { rows: ROWS, totals: ROWS.at(-1)!.totals, places: [2, 3, 1, 4] },
    chat: [],
    you: {
      person: '0',
      seat: 0,
      is_host: false,
      is_turn: true,
      cards: ['QS', '9S', 'AD', '10H', '3C'],
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
      ...you,
    },
  };
}

/** Your turn to bid, as dealer: 2 would make the bids even. */
export function bidding(): View {
  const details = { bid: 2, limit: 'hook', size: 5, total: 5, allowed: [0, 1, 3, 4, 5] };
  return view({}, 'bid', {
    legal_bids: details.allowed,
    forbidden_bids: [{ bid: 2, code: 'bid-forbidden', message: '', details }],
  });
}

/** Your turn to play: spades were led, and a trump wins so far. */
export function playing(): View {
  return view(
    {
      bids: [1, 2, 0, 1],
      has_bid: [true, true, true, true],
      needs: [1, 2, 0, 1],
      total_bid: 4,
      over: -1,
      held: [5, 4, 4, 4],
      trick: {
        leader: 1,
        cards: [
          { seat: 1, card: 'KS' },
          { seat: 2, card: '2H' },
          { seat: 3, card: '7S' },
        ],
        led: 'S',
        winner: 2,
      },
    },
    'play',
    { bid: 1, legal_cards: ['QS', '9S'] },
  );
}

/** Between two hands: three of them stand on the sheet. */
export function scored(): View {
  return view({ is_over: true }, 'deal', {});
}
