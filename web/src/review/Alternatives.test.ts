import { render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import Alternatives from './Alternatives.svelte';

const OPTIONS = [
  { action: '7D', points: 3.2, error: 0.14, made: 0.31 },
  { action: 'QS', points: 8.05, error: 0.12, made: 0.74 },
  { action: '2C', points: 5, error: 0.2, made: 0.5 },
];
const DECISION = {
  step: 4,
  seat: 0,
  done: '7D',
  best: 'QS',
  grade: 'blunder',
  loss: 4.75,
  error: 0.2,
  for_game: false,
  options: OPTIONS,
};

let answer: unknown;

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json(answer)));
afterEach(() => vi.unstubAllGlobals());

it('shows what each choice was worth at its moment, the best first, with what was chosen framed', async () => {
  answer = { stage: 'done', part: 1, ahead: 0, review: { hands: [{ decisions: [DECISION] }] } };
  const { rerender } = render(Alternatives, { game: 'g', step: 4 });
  const section = await screen.findByRole('region', { name: 'What each choice was worth' });
  const items = [...section.querySelectorAll('li')];
  expect(items.map((item) => item.textContent!.trim().replace(/\s+/g, ' '))).toEqual([
    'Q♠ 8.1 ± 0.1 74%',
    '2♣ 5.0 ± 0.2 50%',
    '7♦ 3.2 ± 0.1 31%',
  ]);
  expect(items.map((item) => [item.classList.contains('best'), item.classList.contains('done')])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
  expect(section.querySelector('h2')!.textContent).toContain('blunder');
  await rerender({ game: 'g', step: 5 });
  expect(screen.queryByRole('region')).toBe(null);
});

it('shows nothing while the review is still being made', async () => {
  answer = { stage: 'working', part: 0.5, ahead: 0, review: null };
  const asked = vi.fn(async () => Response.json(answer));
  vi.stubGlobal('fetch', asked);
  render(Alternatives, { game: 'g', step: 4 });
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await new Promise((resolve) => setTimeout(resolve));
  expect(screen.queryByRole('region')).toBe(null);
});
