import { expect, it } from 'vitest';
import full from '../fixtures/full-4.json';
import type { View } from '../wire';
import { finished, frames } from './frames';

const before = full as unknown as View;

function after(): View {
  const view = structuredClone(before);
  const hand = view.game!.hand!;
  const trick = { ...hand.trick, cards: [...hand.trick.cards, { seat: 0, card: '2C' }], winner: 2 };
  hand.last_trick = trick;
  hand.trick = { leader: 2, cards: [], led: null, winner: null };
  hand.taken = hand.taken.map((taken, seat) => taken + (seat === 2 ? 1 : 0));
  view.you.is_turn = true;
  return view;
}

it('shows a finished trick whole before it is taken away', () => {
  const to = after();
  const [whole, then, ...rest] = frames(before, to);
  expect(rest).toEqual([]);
  expect(then).toBe(to);
  expect(whole?.game?.hand?.trick.cards).toHaveLength(4);
  expect(finished(whole!.game!.hand!)).toBe(finished(before.game!.hand!));
  expect(whole?.you).toMatchObject({ is_turn: false, legal_cards: [], legal_bids: [] });
});

it('goes straight on where no trick was finished, or more than one', () => {
  expect(frames(null, before)).toEqual([before]);
  expect(frames(before, before)).toEqual([before]);
  const to = after();
  to.game!.hand!.number += 1;
  expect(frames(before, to)).toEqual([to]);
});

it('shows the draw for first dealer, round by round, and who deals at the last', () => {
  const to = structuredClone(before);
  const placed = (card: string) => [{ seat: 0, card }];
  Object.assign(to.game!, { commitment: 'new', dealer: 2, draw: [placed('KS'), placed('2S')] });
  const shown = frames(before, to);
  expect(shown.map((view) => view.game?.phase)).toEqual(['draw', 'draw', to.game!.phase]);
  expect(shown.map((view) => view.game?.draw.length)).toEqual([1, 2, 2]);
  expect(shown.map((view) => view.game?.dealer)).toEqual([null, 2, 2]);
  expect(shown[0]).toMatchObject({ you: { cards: [], legal_cards: [] }, game: { hand: null } });
  expect(frames(null, to)).toEqual([to]);
});
