import { describe, expect, it } from 'vitest';
import { alternate, layoutFan } from './fan';
import { CARD_RATIO } from './layout';

describe('the fan', () => {
  const widths = [320, 360, 390, 430, 640, 844, 900];
  const counts = Array.from({ length: 17 }, (_, index) => index + 1);

  it.each(widths)('shows of each card at least 44 × 44 px at %i px', (width) => {
    for (const count of counts) {
      for (const card of [62, 74, 104]) {
        const { places } = layoutFan(width, count, card);
        expect(places).toHaveLength(count);
        for (const place of places) {
          expect(place.width).toBeGreaterThanOrEqual(44);
          expect(place.height).toBeGreaterThanOrEqual(44);
          const leans = 1.2 * card * CARD_RATIO * Math.sin((Math.abs(place.turn) * Math.PI) / 180);
          expect(place.x - (place.turn < 0 ? leans : 0)).toBeGreaterThanOrEqual(-0.01);
          expect(place.x + card + (place.turn > 0 ? leans : 0)).toBeLessThanOrEqual(width + 0.01);
        }
      }
    }
  });

  it('keeps to one row where it can, and takes two for ten cards on a phone', () => {
    const rows = (width: number, count: number): number =>
      new Set(
        layoutFan(width, count, 74)
          .places.filter((place) => place.turn === 0)
          .map((place) => place.y),
      ).size;
    expect(rows(360, 10)).toBe(2);
    expect(layoutFan(844, 10, 62).height).toBeLessThan(62 * CARD_RATIO + 40);
    expect(layoutFan(360, 0, 74)).toEqual({ card: 74, height: 0, places: [] });
  });

  it('puts the whole row in front', () => {
    const { places } = layoutFan(360, 9, 74);
    const ys = places.map((place) => place.y);
    expect(ys.filter((y) => y === Math.max(...ys))).toHaveLength(5);
  });
});

describe('the order of the cards', () => {
  it('alternates colours', () => {
    expect(alternate(['AC', 'KD', '3D', 'QS', '2S', 'JH'])).toEqual(['QS', '2S', 'JH', 'AC', 'KD', '3D']);
  });
  it('alternates them where a suit is missing too', () => {
    expect(alternate(['AC', 'KD', 'JH'])).toEqual(['JH', 'AC', 'KD']);
    expect(alternate(['AC', 'QS', 'JH'])).toEqual(['QS', 'JH', 'AC']);
  });
  it('loses no card', () => {
    const cards = ['AC', 'KD', 'QS', '2S', 'JH', '10H', '9C'];
    expect([...alternate(cards)].sort()).toEqual([...cards].sort());
  });
});
