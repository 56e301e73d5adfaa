import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, expect, it } from 'vitest';
import type { HintGiven } from '../net/api';
import { Problem } from '../net/http';
import { words } from '../words/words.svelte';
import HintPanel from './HintPanel.svelte';

type Choice = HintGiven['options'][number];

function choice(action: string, points: number, made: number, more: Partial<Choice> = {}): Choice {
  return { action, points, error: 0.21, made, is_best: false, is_close: false, ...more };
}
const BID: HintGiven = {
  after: 7,
  best: '2',
  options: [
    choice('2', 7.24, 0.6, { is_best: true }),
    choice('1', 7.1, 0.58, { is_close: true }),
    choice('0', 2, 0.11),
    choice('3', 1.5, 0.1),
  ],
  tricks: [0.1, 0.25, 0.6, 0.05],
  why: 'A♠ takes a trick in 97% of the deals that fit what you know.',
};

function cells(row: number): string[] {
  const found = [...(screen.getAllByRole('row')[row] as HTMLTableRowElement).cells];
  return found.map((cell) => cell.textContent!.trim().replace(/\s+/g, ' '));
}
async function shown(hint: HintGiven): Promise<void> {
  render(HintPanel, { onask: () => Promise.resolve(hint) });
  await screen.findByText(hint.why);
}

afterEach(() => {
  words.language = 'en';
});

it('waits for the server, and says so', () => {
  render(HintPanel, { onask: () => new Promise<HintGiven>(() => undefined) });
  expect(screen.getByRole('status').textContent).toContain('Playing it through in a thousand deals');
});

it('shows what each bid is worth with its error, the best marked and what is hardly worse', async () => {
  await shown(BID);
  expect(cells(1)).toEqual(['2 best', '7.2 ± 0.2', '60%']);
  expect(cells(2)).toEqual(['1 nearly as good', '7.1 ± 0.2', '58%']);
  expect(cells(3)).toEqual(['0', '2.0 ± 0.2', '11%']);
  expect(screen.getAllByText('best')).toHaveLength(1);
  expect(screen.getByRole('img', { name: '2 tricks' })).toBeTruthy();
});

it('draws the chance of each number of tricks once the best is bid, and says it', async () => {
  await shown(BID);
  const bars = screen.getByRole('list', { name: 'Your tricks if you bid 2' });
  const items = [...bars.querySelectorAll('li')];
  expect(items.map((item) => item.textContent!.trim().replace(/\s+/g, ' '))).toEqual([
    '0 10%',
    '1 25%',
    '2 60%',
    '3 5%',
  ]);
  expect(items.map((item) => item.classList.contains('wanted'))).toEqual([false, false, true, false]);
  const parts = items.map((item) => Number(item.querySelector<HTMLElement>('.bar')!.style.getPropertyValue('--part')));
  expect(parts[2]).toBe(1);
  expect(parts[0]).toBeCloseTo(1 / 6);
});

it('names cards for the ear, and has no bid to mark among the tricks', async () => {
  const options = [choice('QS', 8, 0.7, { is_best: true }), choice('10D', 3, 0.2)];
  await shown({ ...BID, best: 'QS', options, tricks: [0.3, 0.7] });
  expect(screen.getByRole('img', { name: 'queen of spades' }).textContent).toBe('Q♠');
  expect(screen.getByRole('img', { name: 'ten of diamonds' }).textContent).toBe('10♦');
  const bars = screen.getByRole('list', { name: 'Your tricks in this hand if you play Q♠' });
  expect(bars.querySelector('.wanted')).toBe(null);
});

it('says no more than the reason where there is nothing to choose', async () => {
  await shown({ ...BID, best: '3C', options: [], tricks: [], why: 'There is nothing to choose here.' });
  expect(screen.queryByRole('table')).toBe(null);
  expect(screen.queryByRole('list')).toBe(null);
});

it('writes numbers as Italian has them', async () => {
  words.language = 'it';
  await shown(BID);
  expect(cells(1)).toEqual(['2 la migliore', '7,2 ± 0,2', '60%']);
  expect(screen.getByRole('list', { name: 'Le tue prese se dichiari 2' })).toBeTruthy();
});

it('asks again where the server did not answer', async () => {
  let asked = 0;
  const onask = () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Problem(0, 'offline', 'no')) : Promise.resolve(BID);
  };
  render(HintPanel, { onask });
  expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(BID.why);
  expect(screen.queryByRole('alert')).toBe(null);
});
