import { expect, it } from 'vitest';
import { begun, drawn, highest, shuffled, unforeseen, type Draw } from './draw';

const stacked = (people: number, ...cards: string[]): Draw => ({ ...begun([...Array(people).keys()]), deck: cards });
const all = (draw: Draw): Draw => {
  let now = draw;
  while (now.first === null) now = drawn(now);
  return now;
};

it('shuffles all 52 cards, and each chance is below its bound', () => {
  expect(new Set(shuffled()).size).toBe(52);
  expect(shuffled(() => 0)).not.toEqual(shuffled((below) => below - 1));
  for (let below = 1; below < 60; below++) expect(unforeseen(below)).toBeLessThan(below);
});

it('gives the first deal to the highest rank, whatever its suit', () => {
  expect(all(stacked(3, 'KC', 'AD', '2S')).first).toBe(1);
  expect(highest({ people: [0, 2], cards: ['9S', '10C'] })).toEqual([2]);
});

it('lets those who are level draw again from the rest of the deck, and only those', () => {
  const draw = all(stacked(4, 'AC', '3D', 'AS', '9H', '4C', '4D', '2C', '5D'));
  expect(draw.rounds.map(({ people }) => people)).toEqual([
    [0, 1, 2, 3],
    [0, 2],
    [0, 2],
  ]);
  expect(draw.first).toBe(2);
});

it('lets the lowest seat deal where the deck runs out, and draws no card after the end', () => {
  const draw = all(stacked(3, '7C', '7D', '7S', '2H'));
  expect(draw.first).toBe(0);
  expect(drawn(draw)).toBe(draw);
});
