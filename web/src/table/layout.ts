/** Where everything lies at the table, from the size of the space alone. Pixels, from the upper left corner. */
export interface Size {
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
export type Shape = 'oval' | 'columns' | 'row';

export interface TableLayout {
  shape: Shape;
  /** The size of one player's plate. */
  plate: Size;
  /** Middles of the others' plates, clockwise from the seat left of one's own. */
  plates: Point[];
  /** Middles of the cards of the trick: one's own first, then clockwise. */
  spots: Point[];
  /** Width of a card of the trick. */
  card: number;
  /** The middle of the deck, and the width of its cards. */
  deck: Point;
  deckCard: number;
  /** The middle of the trick. */
  middle: Point;
}

export const CARD_RATIO = 1.4;
const GAP = 6;
const EDGE = 8;
const LARGEST_CARD = 88;
const SMALLEST_CARD = 36;

/** Cells (column, row) of plates and trick cards on a narrow screen, by the number of others. */
interface Columns {
  plates: readonly (readonly [-1 | 0 | 1, number])[];
  spots: readonly (readonly [number, number])[];
  /** Rows that the plates take from the height of the trick. */
  above: number;
  /** Whether plates stand beside the trick. */
  beside: boolean;
}
// prettier-ignore
const COLUMNS: Record<number, Columns> = {
  2: { plates: [[-1, 0], [1, 0]], spots: [[0, 1], [-0.6, 0], [0.6, 0]], above: 1, beside: false },
  3: { plates: [[-1, 0], [0, 0], [1, 0]], spots: [[0, 1], [-1, 0.5], [0, 0], [1, 0.5]], above: 1, beside: false },
  4: { plates: [[-1, 1], [-1, 0], [1, 0], [1, 1]], spots: [[0, 2], [-0.5, 1], [-0.5, 0], [0.5, 0], [0.5, 1]], above: 0, beside: true },
  5: { plates: [[-1, 1], [-1, 0], [0, 0], [1, 0], [1, 1]], spots: [[0, 3], [-0.5, 2], [-0.5, 1], [0, 0], [0.5, 1], [0.5, 2]], above: 1, beside: true },
  6: { plates: [[-1, 2], [-1, 1], [-1, 0], [1, 0], [1, 1], [1, 2]], spots: [[0, 3], [-0.5, 2], [-0.5, 1], [-0.5, 0], [0.5, 0], [0.5, 1], [0.5, 2]], above: 0, beside: true },
};

/**
 * Lays the table out.
 *
 * @param space what lies between the bar above and one's own cards
 * @param players 3 to 7
 * @param isBidding while there are bids the deck lies in the middle
 * @param panel height that the bids take at the lower edge
 */
export function layoutTable(space: Size, players: number, isBidding: boolean, panel = 0): TableLayout {
  if (space.height < 280 && space.width > 480) return row(space, players, isBidding, panel);
  if (space.width < 680) return columns(space, players, isBidding, panel);
  return oval(space, players, isBidding, panel);
}

function columns({ width, height }: Size, players: number, isBidding: boolean, panel: number): TableLayout {
  const others = players - 1;
  const cells = COLUMNS[others]!;
  const plate = { width: Math.min(150, (width - 2 * EDGE - 2 * GAP) / 3), height: height < 320 ? 52 : 58 };
  const pitch = plate.height + GAP + 2;
  const plateAt = (column: number, line: number): Point => ({
    x: width / 2 + column * (width / 2 - EDGE - plate.width / 2),
    y: EDGE + plate.height / 2 + line * pitch,
  });
  const above = EDGE + cells.above * pitch;
  const inner = cells.beside ? width - 2 * (EDGE + plate.width + EDGE) : width - 2 * EDGE;
  const lines = Math.max(...cells.spots.map(([, line]) => line)) + 1;
  const across = 2 * Math.max(...cells.spots.map(([column]) => Math.abs(column))) + 1;
  const fit = (from: number, room: number, most: number): number =>
    bounded(Math.min((room - (across - 1) * GAP) / across, ((height - from - EDGE) / lines - GAP) / CARD_RATIO), most);
  // Where it is much larger there, the trick lies below all plates instead of between them.
  const under = EDGE + (Math.max(...cells.plates.map(([, line]) => line)) + 1) * pitch;
  const [between, below] = [fit(above, inner, others < 4 ? 92 : 76), fit(under, width - 2 * EDGE, 68)];
  const isBelow = below > between * 1.15;
  const card = isBelow ? below : between;
  const top = isBelow ? under : above;
  const tall = card * CARD_RATIO;
  const slack = Math.max(0, height - top - lines * (tall + GAP));
  const begin = top + slack * 0.36;
  const spots = cells.spots.map(([column, line]) => ({
    x: width / 2 + column * (card + GAP),
    y: begin + tall / 2 + line * (tall + GAP),
  }));
  const free = height - panel - above;
  const deckCard = isBidding ? bounded(Math.min(76, (free - 2 * EDGE) / CARD_RATIO, inner / 2 - GAP), 76) : 44;
  const corner = { x: EDGE + 12 + deckCard / 2, y: height - EDGE - (deckCard * CARD_RATIO) / 2 };
  return {
    shape: 'columns',
    plate,
    plates: cells.plates.map(([column, line]) => plateAt(column, line)),
    spots,
    card,
    deck: isBidding ? { x: width / 2, y: above + free / 2 } : corner,
    deckCard,
    middle: { x: width / 2, y: begin + (lines * (tall + GAP)) / 2 },
  };
}

function row({ width, height }: Size, players: number, isBidding: boolean, panel: number): TableLayout {
  const others = players - 1;
  const pitch = (width - 2 * EDGE) / others;
  const plate = { width: Math.min(150, pitch - GAP), height: 52 };
  const top = EDGE / 2 + plate.height + GAP;
  const card = bounded(((height - top) / 2 - GAP) / CARD_RATIO, 56);
  const tall = card * CARD_RATIO;
  const inner = Math.min(width - 2 * EDGE, others * (plate.width + 48));
  const x = (index: number): number => width / 2 + (index - (others - 1) / 2) * (inner / others);
  const indices = Array.from({ length: others }, (_, index) => index);
  // Where two rows of cards have no room, what lies in the second stands in the gaps of the first.
  const isTight = height < top + 2 * (tall + GAP);
  const gap = isTight ? inner / others / 2 : 0;
  const free = height - panel - top;
  const isMiddle = isBidding && free > 64;
  const deckCard = isMiddle ? bounded((free - GAP) / CARD_RATIO, 56) : Math.min(card, 44);
  const corner = EDGE + 8 + deckCard;
  return {
    shape: 'row',
    plate,
    plates: indices.map((index) => ({ x: x(index), y: EDGE / 2 + plate.height / 2 })),
    spots: [
      { x: width / 2 + (others % 2) * gap, y: isTight ? height - EDGE / 2 - tall / 2 : top + tall * 1.5 + GAP },
      ...indices.map((index) => ({ x: x(index), y: top + tall / 2 })),
    ],
    card,
    deck: isMiddle
      ? { x: width / 2, y: top + free / 2 }
      : {
          x: isTight && !isBidding && x(0) - card / 2 < corner + deckCard ? x(0) + gap : corner,
          y: height - GAP - (deckCard * CARD_RATIO) / 2,
        },
    deckCard,
    middle: { x: width / 2, y: top + tall },
  };
}

function oval({ width, height }: Size, players: number, isBidding: boolean, panel: number): TableLayout {
  const plate = { width: 156, height: 64 };
  const card = bounded(Math.min(height * (players > 6 ? 0.12 : 0.15), width * 0.1), LARGEST_CARD);
  const tall = card * CARD_RATIO;
  const middle = { x: width / 2, y: height / 2 };
  const radius = {
    x: Math.min(width / 2 - plate.width / 2 - EDGE, 520),
    y: height / 2 - plate.height / 2 - EDGE,
  };
  // The lower end of the oval is one's own: the others spread over the rest of it.
  const turn = (index: number): number => {
    const open = players <= 4 ? 90 : 66;
    return ((90 + open + ((360 - 2 * open) * (index - 1)) / (players - 2)) * Math.PI) / 180;
  };
  const around = (index: number, x: number, y: number): Point => ({
    x: middle.x + x * Math.cos(turn(index)),
    y: middle.y + y * Math.sin(turn(index)),
  });
  const others = Array.from({ length: players - 1 }, (_, index) => index + 1);
  // A card lies before its plate, towards the middle, just clear of it.
  const before = (index: number): Point => {
    const seat = around(index, radius.x, radius.y);
    const away = { x: seat.x - middle.x, y: seat.y - middle.y };
    const clear = Math.min(
      ((plate.width + card) / 2 + 10) / Math.max(Math.abs(away.x), 1),
      ((plate.height + tall) / 2 + 10) / Math.max(Math.abs(away.y), 1),
    );
    const near = Math.min(1 - clear, (card * (players > 6 ? 4.8 : 3.6)) / Math.max(Math.abs(away.x), 1));
    return { x: middle.x + away.x * near, y: middle.y + away.y * near };
  };
  const own = { x: middle.x, y: height - EDGE - tall / 2 - 10 };
  const deckCard = bounded(Math.min(card, ((own.y - tall / 2 - middle.y - GAP) * 2) / CARD_RATIO), 64);
  return {
    shape: 'oval',
    plate,
    plates: others.map((index) => around(index, radius.x, radius.y)),
    spots: [own, ...others.map(before)],
    card,
    deck: isBidding ? { x: middle.x, y: Math.min(middle.y, (height - panel) / 2 + plate.height / 4) } : middle,
    deckCard,
    middle,
  };
}

function bounded(width: number, most: number): number {
  return Math.max(SMALLEST_CARD, Math.min(most, Math.floor(width)));
}
