/** The draw for first dealer: the highest rank deals, suits break no tie, and who is level draws again (docs/rules.md). */
import { face, RANKS, SUITS } from '../cards/cards';

/** A whole number from 0 to below `below`, each as likely as the others. */
export type Chance = (below: number) => number;

/** Chance that nobody can foresee. */
export const unforeseen: Chance = (below) => {
  const limit = Math.floor(2 ** 32 / below) * below;
  for (;;) {
    const [value] = crypto.getRandomValues(new Uint32Array(1));
    if (value! < limit) return value! % below;
  }
};

export function shuffled(chance: Chance = unforeseen): string[] {
  const deck = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));
  for (let last = deck.length - 1; last > 0; last--) {
    const other = chance(last + 1);
    [deck[last], deck[other]] = [deck[other]!, deck[last]!];
  }
  return deck;
}

/** A round of the draw: who is in it, and the cards drawn so far in that order. */
export interface Round {
  people: number[];
  cards: string[];
}

/** The people of a finished round who drew the highest rank. */
export function highest({ people, cards }: Round): number[] {
  const ranks = cards.map((card) => RANKS.indexOf(face(card).rank));
  const top = Math.max(...ranks);
  return people.filter((_, index) => ranks[index] === top);
}

/** The draw of one deck, card by card. */
export interface Draw {
  deck: readonly string[];
  rounds: Round[];
  /** Who deals first, once that is clear. */
  first: number | null;
}

/** Before the first card; people are whatever numbers the caller gives them, clockwise. */
export function begun(people: readonly number[], chance?: Chance): Draw {
  return { deck: shuffled(chance), rounds: [{ people: [...people], cards: [] }], first: null };
}

/** The draw with one card more, for the next in the round. */
export function drawn(draw: Draw): Draw {
  const round = draw.rounds.at(-1);
  const card = draw.deck[0];
  if (draw.first !== null || !round || card === undefined) return draw;
  const fuller = { ...round, cards: [...round.cards, card] };
  const rounds = [...draw.rounds.slice(0, -1), fuller];
  const deck = draw.deck.slice(1);
  if (fuller.cards.length < fuller.people.length) return { deck, rounds, first: null };
  const level = highest(fuller);
  // Where the deck cannot give all of them a card, the lowest seat deals.
  if (level.length === 1 || deck.length < level.length) return { deck, rounds, first: level[0]! };
  return { deck, rounds: [...rounds, { people: level, cards: [] }], first: null };
}
