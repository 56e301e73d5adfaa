import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import playing from '../fixtures/play-4.json';
import type { Options, View } from '../wire';
import { choices, optionsInWords } from './options';
import OptionsChoice from './OptionsChoice.svelte';

const { options, levels } = (playing as unknown as View).table;

it('reads every option out with its meaning', () => {
  const said = optionsInWords({ ...options, clock: 45 });
  expect(said).toHaveLength(Object.keys(options).length);
  for (const { title, text } of said) expect(title && text, title).toBeTruthy();
  expect(said.map(({ text }) => text).join(' ')).toContain('After 45 seconds');
});

it('speaks of the reserve where there is a clock', () => {
  const titles = (clock: number | null): string[] => optionsInWords({ ...options, clock }).map(({ title }) => title);
  expect(titles(null)).not.toContain('Reserve beyond the clock');
  expect(titles(60)).toContain('Reserve beyond the clock');
});

it('offers a value that is in force though it is not usual', () => {
  expect(choices([30, 60], 45)).toEqual([30, 45, 60]);
  expect(choices([30, 60], null)).toEqual([30, 60]);
});

it('asks for all options with one changed', async () => {
  const onoptions = vi.fn<(options: Options) => void>();
  render(OptionsChoice, { options, levels, onoptions });
  await fireEvent.click(screen.getByRole('radio', { name: '60 s' }));
  expect(onoptions).toHaveBeenLastCalledWith({ ...options, clock: 60 });
  await fireEvent.click(screen.getByRole('switch', { name: 'Take back' }));
  expect(onoptions).toHaveBeenLastCalledWith({ ...options, undo: true });
  await fireEvent.change(screen.getByRole('combobox'), { target: { value: 'easy' } });
  expect(onoptions).toHaveBeenLastCalledWith({ ...options, stand_in: 'easy' });
});
