import { render, screen } from '@testing-library/svelte';
import { expect, it } from 'vitest';
import type { Average, Skill } from './api';
import SkillSection from './Skill.svelte';

function average(mean: number, error: number | null = 0.31): Average {
  return { mean, error };
}
const SKILL: Skill = {
  games: 2,
  hands: 38,
  luck: average(0.75),
  lost: average(-1.5),
  par: average(8.25),
  deal: average(1.25),
  bid: average(-1),
  play: average(-0.5),
  rest: average(-0.5),
};
const parts = [0, 1, 2, 3, 4];

function text(node: Element | null | undefined): string {
  return node?.textContent?.trim().replace(/\s+/g, ' ') ?? '';
}
function row(index: number): HTMLTableRowElement {
  return screen.getAllByRole('row')[index + 1] as HTMLTableRowElement;
}

it('says how much was luck and how much was play, each with its error', () => {
  render(SkillSection, { skill: SKILL });
  expect(screen.getByText(/From the reviews of 2 games: points a hand, on average over 38 hands/)).toBeTruthy();
  expect(screen.getAllByRole('definition').map(text)).toEqual(['+0.8 ± 0.3', '−1.5 ± 0.3']);
  expect(parts.map((part) => text(row(part).querySelector('b')))).toEqual(['Usual', 'Deal', 'Bids', 'Play', 'Rest']);
  expect(parts.map((part) => text(row(part).cells[2]))).toEqual([
    '8.3',
    '+1.3 ± 0.3',
    '−1.0 ± 0.3',
    '−0.5 ± 0.3',
    '−0.5 ± 0.3',
  ]);
});

it('draws what was won to the right and what was lost to the left, the largest in full', () => {
  render(SkillSection, { skill: SKILL });
  const bars = parts.map((part) => row(part).querySelector<HTMLElement>('.chart i'));
  expect(bars.map((bar) => bar?.className.replace(/ ?svelte-\w+/, ''))).toEqual([
    undefined,
    'more',
    'less',
    'less',
    'less',
  ]);
  expect(bars.slice(1).map((bar) => Number(bar!.style.getPropertyValue('--part')))).toEqual([1, 0.8, 0.4, 0.4]);
});

it('claims no error of a single hand', () => {
  const skill = { ...SKILL, games: 1, hands: 1 };
  for (const part of ['luck', 'lost', 'deal', 'bid', 'play', 'rest'] as const) skill[part] = average(0, null);
  render(SkillSection, { skill });
  expect(screen.getByText('From the reviews of 1 game: points in 1 hand.')).toBeTruthy();
  expect(text(screen.getAllByRole('definition')[0])).toBe('0.0');
  expect(document.body.textContent).not.toContain('±');
});

it('leads to the past games where none was reviewed', () => {
  render(SkillSection, { skill: null });
  expect(screen.getByRole('link', { name: 'Choose a past game' }).getAttribute('href')).toBe('/games');
  expect(screen.queryByRole('table')).toBe(null);
});
