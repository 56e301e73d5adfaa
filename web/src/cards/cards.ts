/** Cards as they come on the wire: rank and suit, as in `QS` and `10H`. */
export const SUITS = ['S', 'H', 'D', 'C'] as const;
export type Suit = (typeof SUITS)[number];

export const RANKS = ['2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K', 'A'] as const;
export type Rank = (typeof RANKS)[number];

export interface Face {
  rank: Rank;
  suit: Suit;
}

export const SYMBOLS: Record<Suit, string> = { S: '♠', H: '♥', D: '♦', C: '♣' };

/** The face of a card's text; a text that is no card is an error of the program. */
export function face(card: string): Face {
  const rank = RANKS.find((each) => each === card.slice(0, -1));
  const suit = SUITS.find((each) => each === card.slice(-1));
  if (!rank || !suit) throw new Error(`"${card}" is no card: rank and suit, as in QS or 10H`);
  return { rank, suit };
}

/** The card as people write it: `Q♠`. */
export function symbols(card: string): string {
  const { rank, suit } = face(card);
  return rank + SYMBOLS[suit];
}
