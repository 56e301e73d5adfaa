import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Stats, Tally } from './api';
import Opponents from './Opponents.svelte';
import RatingCard from './RatingCard.svelte';
import Tallies from './Tallies.svelte';
import Trend from './Trend.svelte';

const TALLY: Tally = { hands: 8, made: 5, over: 2, under: 1, bid: 9, taken: 8, points: 60 };
const RATING = { points: 1020, margin: 300, games: 4, is_provisional: true };

function cells(row: number): string[] {
  return [...(screen.getAllByRole('row')[row] as HTMLTableRowElement).cells].map((cell) => cell.textContent!.trim());
}
function trend(lately: (number | null)[]): Stats['trend'] {
  return lately.map((share, at) => ({ id: `${at}`, ended_at: at * 1e6, place: at + 1, players: 4, lately: share }));
}

it('says in its cells what the bars show', () => {
  render(Tallies, { title: 'By size', head: 'Cards', rows: [{ label: '3', tally: TALLY }] });
  expect(cells(1)).toEqual(['3', '8', '', '63%', '25%', '13%']);
});

it('calls a rating after few games provisional, and puts it beside those of the bots', () => {
  const stats = { rating: RATING, levels: [{ level: 'easy', points: 960 }] } as Stats;
  const { rerender } = render(RatingCard, { stats });
  expect(screen.getByText('provisional')).toBeTruthy();
  expect(screen.getByRole('term').textContent).toBe('easy');
  void rerender({ stats: { ...stats, rating: { ...RATING, games: 20, is_provisional: false } } });
  return expect.poll(() => screen.queryByText('provisional')).toBe(null);
});

it('draws the course of the games, and nothing before the first hand', () => {
  const { unmount } = render(Trend, { games: trend([null, null]) });
  expect(screen.queryByRole('img')).toBe(null);
  unmount();
  render(Trend, { games: trend([null, 0.5, 0.75]) });
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('from 50% at first to 75% now');
});

it('counts who was met, names bots by their level and nobody who has left', () => {
  const opponents = [
    { name: 'Bea', level: null, games: 5, ahead: 2, behind: 1 },
    { name: '', level: 'rule', games: 3, ahead: 3, behind: 0 },
    { name: '', level: null, games: 1, ahead: 0, behind: 1 },
  ];
  render(Opponents, { opponents });
  expect(cells(1)).toEqual(['Bea', '5', '2', '1', '2']);
  expect(cells(2)[0]).toBe('Bots: good');
  expect(cells(3)[0]).toBe('somebody who has left');
});
