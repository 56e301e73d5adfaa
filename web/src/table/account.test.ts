import { expect, it } from 'vitest';
import full from '../fixtures/full-4.json';
import type { Numbered, View } from '../wire';
import { account } from './account';

const before = full as unknown as View;
const lying = before.game!.hand!.trick.cards;

function entries(...events: Numbered['event'][]): Numbered[] {
  return events.map((event, index) => ({ seq: index + 1, at: 0, by: '', event }));
}
const played = (seat: number, card: string) => ({ type: 'CardPlayed', seat, card }) as const;

/** The view after the trick has been taken, and the hand with it where it was the last. */
function after(winner: number, isLast = false): View {
  const view = structuredClone(before);
  const hand = view.game!.hand!;
  hand.last_trick = { ...hand.trick, cards: [...lying, { seat: 0, card: '2C' }], winner };
  hand.trick = { leader: winner, cards: [], led: null, winner: null };
  const [bids, taken, made, points] = [
    [1, 2, 0, 3],
    [1, 1, 0, 2],
    [true, false, true, false],
    [11, 0, 10, 0],
  ];
  if (isLast)
    view.sheet.rows.push({ number: 1, size: 4, dealer: 0, trump: null, bids, taken, made, points, totals: points });
  return view;
}

it('tells with the last card of a trick whose it is, once', () => {
  expect(lying).toHaveLength(3);
  const lines = account(entries(played(0, '2C')), before, after(2));
  expect(lines).toEqual(['You play the two of clubs.', 'Chiara takes the trick.']);
  expect(account(entries(null), before, before)).toEqual([]);
});

it('knows each winner where several tricks are told at once: whoever takes one leads the next', () => {
  const view = after(1);
  view.game!.hand!.last_trick!.cards = [3, 0, 1, 2].map((seat) => ({ seat, card: `${seat + 3}S` }));
  const cards = entries(played(0, '2C'), ...[3, 0, 1, 2].map((seat) => played(seat, `${seat + 3}S`)));
  const lines = account(cards, before, view);
  expect(lines.filter((line) => line.includes('trick'))).toEqual(['Davide takes the trick.', 'Ben takes the trick.']);
  expect(lines[1]).toBe('Davide takes the trick.');
});

it('tells what came of a hand after its last card', () => {
  const lines = account(entries(played(0, '2C')), before, after(0, true));
  expect(lines.slice(1)).toEqual([
    'You take the trick.',
    'Hand 1 is over: You and Chiara made the bid.',
    'You made your bid of 1: 11 points.',
  ]);
});

it('waits for the whole trick, and for a card that was taken back', () => {
  const some = structuredClone(before);
  some.game!.hand!.trick.cards.pop();
  const lines = account(entries(played(3, '5C'), { type: 'TakenBack', seat: 3 }, played(3, '9C')), some, before);
  expect(lines).toHaveLength(3);
  expect(lines.join()).not.toContain('trick');
});
