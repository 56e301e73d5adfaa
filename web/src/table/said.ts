import { face } from '../cards/cards';
import { reactionSaid } from '../talk/talk.svelte';
import { words } from '../words/words.svelte';
import type { Game, Happening, Hand, Rules, View } from '../wire';

export type StandingKind = 'none' | 'hidden' | 'needs' | 'exact' | 'over' | 'lost';

/** How a seat stands to its bid. */
export function standing(hand: Hand, seat: number): { kind: StandingKind; n: number; text: string } {
  const needs = hand.needs[seat] ?? null;
  if (needs === null) {
    const kind = hand.has_bid[seat] ? 'hidden' : 'none';
    return { kind, n: 0, text: kind === 'hidden' ? words.say('standing.hidden') : '' };
  }
  if (needs === 0) return { kind: 'exact', n: 0, text: words.say('standing.exact') };
  if (needs < 0) return { kind: 'over', n: -needs, text: words.say('standing.over', { n: -needs }) };
  const kind = hand.is_over ? 'lost' : 'needs';
  return { kind, n: needs, text: words.say(`standing.${kind}`, { n: needs }) };
}

/** Who sits there. Bots have no names of their own: the reader's language gives each seat's bot that of a river. */
export function nameOf(view: View, seat: number): string {
  const place = view.table.seats[seat];
  if (place?.name) return place.name;
  if (place?.level) return words.say('name.bots').split(' ')[seat] ?? '';
  return view.game?.names[seat] ?? '';
}

/** Who sits there, said to the person whose view it is. */
export function called(view: View, seat: number): string {
  return seat === view.you.seat ? words.say('you') : nameOf(view, seat);
}

/** Somebody by their id: who sits here, or has said something. */
export function personName(view: View, person: string): string {
  const seat = view.table.seats.find((each) => each.person === person);
  return seat?.name ?? view.chat.findLast((line) => line.person === person)?.name ?? '';
}

/** The people whom the table waits for to go on, but not oneself. */
export function awaited(view: View): string[] {
  const { seats, waiting } = view.table;
  return seats
    .filter(({ person }) => person !== null && person !== view.you.person && waiting.includes(person))
    .map(({ name }) => name);
}

/** What a seat asks to take back, the last thing that it did. */
export function undoQuestion(view: View, seat: number): string {
  const { game } = view;
  const hand = game?.hand;
  const name = nameOf(view, seat);
  const lies = hand && hand.trick.cards.length > 0 ? hand.trick : hand?.last_trick;
  const card = lies?.cards.findLast((each) => each.seat === seat)?.card;
  if (card) return words.say('undo.card', { name, card: words.card(card) });
  const bid = hand?.bids[seat] ?? null;
  return bid === null ? words.say('undo.act', { name }) : words.say('undo.bid', { name, bid });
}

/** Who has won the game. */
export function outcome(view: View): string {
  const winners = view.table.seats.filter(({ seat }) => view.sheet.places[seat] === 1);
  const names = winners.map(({ seat }) => called(view, seat));
  if (names.length > 1) return words.say('end.win-together', { names: words.both(names) });
  return winners[0]?.seat === view.you.seat
    ? words.say('end.you-win')
    : words.say('end.wins', { name: names[0] ?? '' });
}

/** Who has made the bid in the hand that is over. */
export function handOutcome(view: View): string {
  const row = view.sheet.rows.at(-1);
  if (!row) return '';
  const names = view.table.seats.filter(({ seat }) => row.made[seat]).map(({ seat }) => called(view, seat));
  const values = { number: row.number, names: words.both(names) };
  return words.say(names.length > 0 ? 'tell.hand.over' : 'tell.hand.over.none', values);
}

/** What one's own bid has come to in the hand that is over; nothing for watchers. */
export function ownOutcome(view: View): string {
  const row = view.sheet.rows.at(-1);
  const { seat } = view.you;
  if (!row || seat === null) return '';
  const values = {
    bid: row.bids[seat] ?? 0,
    taken: row.taken[seat] ?? 0,
    points: words.count('points', row.points[seat] ?? 0),
  };
  return words.say(row.made[seat] ? 'summary.made' : 'summary.missed', values);
}

/** Whose the trick is. */
export function tookTrick(view: View, winner: number): string {
  return winner === view.you.seat
    ? words.say('prompt.took.me')
    : words.say('prompt.took', { name: nameOf(view, winner) });
}

/** What the bids add up to against the tricks of the hand. */
export function sum(game: Game, hand: Hand): string {
  const tricks = words.count('bid.button', hand.size);
  const values = { total: hand.total_bid, size: hand.size, n: Math.abs(hand.over), tricks };
  if (hand.bids.some((bid) => bid === null)) return game.phase === 'bid' ? words.say('sum.so-far', values) : '';
  if (hand.over === 0) return words.say('sum.even', values);
  return words.say(hand.over > 0 ? 'sum.over' : 'sum.under', values);
}

/** What the table waits for, said to this person. */
export function prompt(view: View): string {
  const { game, you } = view;
  const { undo } = view.table;
  if (undo && undo.seat !== you.seat) return undoQuestion(view, undo.seat);
  if (undo) return words.say('undo.waits', { names: words.both(undo.waiting.map((each) => personName(view, each))) });
  if (game?.phase === 'draw') return drawn(game, view);
  const hand = game?.hand;
  if (!game || !hand) return '';
  if (you.can_change_bid && !you.is_turn) {
    return words.say(`prompt.change.${you.change_until ?? 'next-bid'}`);
  }
  if (you.is_turn && game.phase === 'bid') return words.count('prompt.bid', hand.size);
  if (you.is_turn) {
    const { led } = hand.trick;
    if (led === null) return words.say('prompt.lead');
    const follows = you.legal_cards.some((card) => face(card).suit === led);
    return words.say(follows ? 'prompt.follow' : 'prompt.void', { suit: words.suit(led) });
  }
  if (hand.turn === null && game.to_act.length === 0) {
    return isTrickWhole(hand) && hand.trick.winner !== null ? tookTrick(view, hand.trick.winner) : '';
  }
  const others = game.to_act.filter((seat) => seat !== you.seat).map((seat) => nameOf(view, seat));
  if (others.length === 0) return '';
  return words.say(game.phase === 'bid' ? 'prompt.bids' : 'prompt.plays', { name: words.both(others) });
}

/** What of the prompt is to be heard: a draw and a taken trick are told as they happen. */
export function spokenPrompt(view: View): string {
  const { game } = view;
  const isTold = game?.phase === 'draw' || (!view.table.undo && game?.hand && isTrickWhole(game.hand));
  return isTold ? '' : prompt(view);
}

function isTrickWhole(hand: Hand): boolean {
  return hand.turn === null && hand.trick.cards.length === hand.bids.length;
}

/** How the draw for first dealer goes. */
function drawn(game: Game, view: View): string {
  const { dealer, draw } = game;
  if (dealer !== null) {
    return dealer === view.you.seat
      ? words.say('draw.deals.me')
      : words.say('draw.deals', { name: nameOf(view, dealer) });
  }
  const names = (draw.at(-1) ?? []).map(({ seat }) => called(view, seat));
  return draw.length > 1 ? words.say('draw.again', { names: words.both(names) }) : words.say('draw.all');
}

/** Why a card may not be played now, told from what the view allows. */
export function whyNot(view: View, card: string): string {
  const hand = view.game?.hand;
  if (view.game?.phase === 'bid') return words.say('refusal.bidding-open');
  if (!view.you.is_turn || !hand?.trick.led) return words.say('refusal.not-your-turn');
  return words.say('refusal.must-follow', {
    card: words.card(card),
    suit: words.suit(hand.trick.led),
  });
}

/** One event in words for those who listen; nothing for what needs no words. */
export function tell(event: Happening, view: View): string {
  const me = view.you.seat;
  const who = (seat: number): string => nameOf(view, seat);
  switch (event.type) {
    case 'BidMade':
    case 'BidChanged':
      if (event.seat === me) return words.say('tell.bid.me', { bid: event.bid });
      return words.say(event.type === 'BidMade' ? 'tell.bid' : 'tell.bid.changed', {
        name: who(event.seat),
        bid: event.bid,
      });
    case 'BidSealed':
      if (event.seat !== me) return words.say('tell.sealed', { name: who(event.seat) });
      return event.bid === null ? '' : words.say('tell.bid.me', { bid: event.bid });
    case 'BidsRevealed':
      return words.say('tell.revealed', {
        bids: words.both(event.bids.map((bid, seat) => `${called(view, seat)} ${words.number(bid)}`)),
      });
    case 'CardPlayed':
      if (event.seat === me) return words.say('tell.card.me', { card: words.card(event.card) });
      return words.say('tell.card', { name: who(event.seat), card: words.card(event.card) });
    case 'WentAway':
      return words.say('tell.away', { name: who(event.seat) });
    case 'CameBack':
      return words.say('tell.back', { name: who(event.seat) });
    case 'SatDown':
      return words.say('tell.sat', { name: event.name });
    case 'Said':
      return words.say('tell.said', { name: event.name, text: event.text });
    case 'Reacted':
      return words.say('tell.reacted', { name: event.name, text: reactionSaid(event.reaction) });
    case 'StandInSet':
      // While a bot plays for oneself the table says so all the time.
      if (event.seat === me) return event.level === null ? words.say('tell.standin.end.me') : '';
      return words.say(event.level === null ? 'tell.standin.end' : 'tell.standin', { name: who(event.seat) });
    case 'Voted':
      return words.say('tell.vote', { name: personName(view, event.user), other: who(event.seat) });
    case 'UndoDropped':
      return words.say('tell.undo.no');
    case 'TakenBack':
      return event.seat === me
        ? words.say('tell.undo.done.me')
        : words.say('tell.undo.done', { name: who(event.seat) });
    case 'HostChanged':
      return event.user === null ? '' : words.say('tell.host', { name: personName(view, event.user) });
    case 'OptionsSet':
      return view.you.is_host ? '' : words.say('tell.options');
    case 'Drawn':
      return words.say('tell.drawn', { cards: inDraw(event.cards, view) });
    case 'Dealt': {
      const hand = view.game?.hand;
      if (!hand) return '';
      const trump = hand.trump ? words.say('trump.is', { suit: words.suit(hand.trump) }) : words.say('trump.none');
      const cards = words.count('head.cards', hand.size);
      const dealer =
        hand.dealer === me ? words.say('tell.deals.me') : words.say('tell.deals', { name: who(hand.dealer) });
      return `${words.say('tell.dealt', { number: hand.number, cards, trump })} ${dealer}`;
    }
    case 'SeedRevealed':
      return view.game?.phase === 'over' ? outcome(view) : '';
    default:
      return '';
  }
}

/** One event that this person is to be told of at once; nothing for all others. */
export function alarm(event: Happening, view: View, by: string): string {
  const { seat, person } = view.you;
  if (event.type === 'Poked' && event.seat === seat) {
    return words.say('tell.poked', { name: personName(view, event.user) });
  }
  if (event.type === 'HostChanged' && event.user === person && by !== person) return words.say('tell.host.me');
  return '';
}

/** `Ann king of spades, Ben two of hearts`. */
function inDraw(cards: readonly string[], view: View): string {
  const round = view.game?.draw.find((each) => each.every(({ card }, index) => card === cards[index])) ?? [];
  return words.both(round.map(({ seat, card }) => `${called(view, seat)} ${words.card(card)}`));
}

/** The hand sizes of the rules: `19 hands: 10 down to 1 and back`. */
export function sizesInWords({ sizes }: Pick<Rules, 'sizes'>): string {
  const hands = words.count('sizes.hands', sizes.length);
  const top = sizes[0]!;
  const last = sizes.at(-1)!;
  const step = (from: number): boolean => sizes.every((size, index) => size === from + index || size === from - index);
  const turn = Math.floor(sizes.length / 2);
  const end = sizes[turn]!;
  const mirrored = sizes.length % 2 === 1 && sizes.every((size, index) => size === sizes[sizes.length - 1 - index]);
  const even = sizes.slice(1).every((size, index) => Math.abs(size - sizes[index]!) === 1);
  if (sizes.length > 2 && mirrored && even && Math.abs(top - end) === turn) {
    return words.say(end < top ? 'sizes.down-up' : 'sizes.up-down', { hands, top, end });
  }
  if (sizes.length > 1 && even && step(top) && Math.abs(last - top) === sizes.length - 1) {
    return words.say(last < top ? 'sizes.down' : 'sizes.up', { hands, top, end: last });
  }
  return words.say('sizes.list', { hands, sizes: sizes.join(', ') });
}
