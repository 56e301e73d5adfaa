import { describe, expect, it } from 'vitest';
import { CARD_RATIO, layoutTable, type Point, type Size } from './layout';

interface Box {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
}
const box = (name: string, { x, y }: Point, width: number, height: number): Box => ({
  name,
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
});
const meet = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width - 0.01 &&
  b.x < a.x + a.width - 0.01 &&
  a.y < b.y + b.height - 0.01 &&
  b.y < a.y + a.height - 0.01;

/* What is left between the bar and one's own cards, on the smallest and the largest screens. */
const SPACES: [string, Size][] = [
  ['320 × 568, one row of cards', { width: 320, height: 336 }],
  ['360 × 640, one row of cards', { width: 360, height: 400 }],
  ['390 × 844', { width: 390, height: 560 }],
  ['430 × 932', { width: 430, height: 640 }],
  ['360 × 740, one row of cards', { width: 360, height: 490 }],
  ['568 × 320', { width: 568, height: 134 }],
  ['640 × 360', { width: 640, height: 165 }],
  ['844 × 390', { width: 844, height: 196 }],
  ['768 × 1024', { width: 768, height: 720 }],
  ['1024 × 768', { width: 1024, height: 470 }],
  ['1280 × 800', { width: 920, height: 498 }],
  ['2560 × 1440', { width: 2200, height: 1060 }],
];

describe.each(SPACES)('the table at %s', (_, space) => {
  it.each([3, 4, 5, 6, 7])('lays %i players out without anything covering anything', (players) => {
    const { plates, plate, spots, card, deck, deckCard } = layoutTable(space, players, false);
    const boxes = [
      ...plates.map((at, index) => box(`plate ${index}`, at, plate.width, plate.height)),
      ...spots.map((at, index) => box(`card ${index}`, at, card, card * CARD_RATIO)),
      box('deck', deck, deckCard, deckCard * CARD_RATIO),
    ];
    expect(plates).toHaveLength(players - 1);
    expect(spots).toHaveLength(players);
    const clashes = boxes.flatMap((a, index) =>
      boxes.slice(index + 1).flatMap((b) => (meet(a, b) ? [`${a.name} / ${b.name}`] : [])),
    );
    expect(clashes).toEqual([]);
    for (const each of boxes) {
      expect(each.x, each.name).toBeGreaterThanOrEqual(-0.01);
      expect(each.y, each.name).toBeGreaterThanOrEqual(-0.01);
      expect(each.x + each.width, each.name).toBeLessThanOrEqual(space.width + 0.01);
      expect(each.y + each.height, each.name).toBeLessThanOrEqual(space.height + 0.01);
    }
    expect(card).toBeGreaterThanOrEqual(36);
  });

  it.each([3, 4, 5, 6, 7])('keeps the turned card clear of the plates while %i players bid', (players) => {
    const { plates, plate, deck, deckCard } = layoutTable(space, players, true, 0);
    const turned = box('deck', deck, deckCard, deckCard * CARD_RATIO);
    expect(plates.filter((at) => meet(box('', at, plate.width, plate.height), turned))).toEqual([]);
  });
});

it('seats the others clockwise from the left', () => {
  const { plates } = layoutTable({ width: 920, height: 500 }, 4, false);
  expect(plates.map(({ x }) => Math.round(x))).toEqual([86, 460, 834]);
});
