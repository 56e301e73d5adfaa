import { face, type Suit } from '../cards/cards';
import { CARD_RATIO } from './layout';

export interface Place {
  x: number;
  y: number;
  /** Degrees. */
  turn: number;
  /** What of the card nothing covers: where it can be touched. */
  width: number;
  height: number;
}
export interface Fan {
  card: number;
  height: number;
  places: Place[];
}

const TOUCH = 44;
/** A card that may be played stands up by so much, over what lies behind. */
const RAISED = 6;
const EDGE = 12;
const TURN = 1.6;
const BLACK: readonly Suit[] = ['S', 'C'];
const RED: readonly Suit[] = ['H', 'D'];

/**
 * Places cards so that each shows at least 44 × 44 px: in one arc, or in rows where that is too narrow.
 *
 * @param width of the space
 * @param count of cards
 * @param card the width that a card would like to have
 * @param tallest the height that the cards may take in all
 */
export function layoutFan(width: number, count: number, card: number, tallest = Infinity): Fan {
  if (count === 0) return { card, height: 0, places: [] };
  const room = width - 2 * EDGE;
  const perRow = Math.max(1, Math.floor((room - card) / TOUCH) + 1);
  const rows = Math.ceil(count / perRow);
  const tall = card * CARD_RATIO;
  const step = rows === 1 ? 0 : Math.max(TOUCH + RAISED, Math.min(56, (tallest - tall) / (rows - 1)));
  const each = Math.ceil(count / rows);
  const isArc = rows === 1 && count > 1;
  const places: Place[] = [];
  for (let row = 0; row < rows; row++) {
    // The shorter row lies behind, so that the row in front is the whole one.
    const inRow = count - each * (rows - row - 1) - Math.max(0, count - each * (rows - row));
    const turn = isArc ? Math.min(TURN, 12 / count) : 0;
    const outer = ((inRow - 1) / 2) * turn;
    const arc = Math.max(TOUCH, Math.min(card * 0.72, (width - card - 2 * leans(tall, outer)) / (inRow - 1)));
    const pitch = inRow > 1 ? Math.min(isArc ? arc : card + 4, (room - card) / (inRow - 1)) : 0;
    // Where there is no room for the outermost cards to lean out they are turned less.
    const aside = (width - card - pitch * (inRow - 1)) / 2;
    const share = Math.min(1, aside / Math.max(1, leans(tall, outer)));
    const start = width / 2 - (pitch * (inRow - 1)) / 2;
    for (let index = 0; index < inRow; index++) {
      const away = index - (inRow - 1) / 2;
      const isLast = index === inRow - 1;
      places.push({
        x: start + pitch * index - card / 2,
        y: row * step + (isArc ? away * away * Math.min(1.1, 26 / inRow ** 2) : 0),
        turn: away * turn * share,
        width: isLast ? card : Math.min(card, pitch),
        height: row === rows - 1 ? tall : step,
      });
    }
  }
  const deepest = Math.max(...places.map((place) => place.y));
  return { card, height: deepest + tall, places };
}

/** How far the upper corner of a card leans out that is turned by so many degrees around a point below it. */
function leans(tall: number, degrees: number): number {
  return 1.2 * tall * Math.sin((degrees * Math.PI) / 180);
}

/** The cards in the server's order within each suit, the suits so that colours alternate where they can. */
export function alternate(cards: readonly string[]): string[] {
  const suitOf = (card: string): Suit => face(card).suit;
  const held = new Set(cards.map(suitOf));
  const black = BLACK.filter((suit) => held.has(suit));
  const red = RED.filter((suit) => held.has(suit));
  const [more, fewer] = red.length > black.length ? [red, black] : [black, red];
  const order = more.flatMap((suit, index) => [suit, ...fewer.slice(index, index + 1)]);
  return order.flatMap((suit) => cards.filter((card) => suitOf(card) === suit));
}
