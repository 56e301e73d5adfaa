import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { GameShown } from '../net/api';
import GameRow from './GameRow.svelte';

const PLAYER = { name: 'Adda', level: null, total: 31, place: 1, is_you: true };
const GAME: GameShown = { id: 'pad-0123', kind: 'pad', ended_at: 1_800_000_000, players: [PLAYER] };

it('leads to the pad of a game with real cards, and to the replay of any other', () => {
  const { unmount } = render(GameRow, { game: GAME });
  expect(screen.getByRole('link')).toHaveProperty('pathname', '/score/0123');
  expect(screen.getByRole('link').textContent).toContain('real cards');
  unmount();
  render(GameRow, { game: { ...GAME, id: '0123', kind: 'played' } });
  const [game, review] = screen.getAllByRole('link');
  expect(game).toHaveProperty('pathname', '/games/0123');
  expect(review).toHaveProperty('pathname', '/games/0123/review');
  expect(game!.textContent).not.toContain('real cards');
});
