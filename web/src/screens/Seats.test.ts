import { fireEvent, render, screen } from '@testing-library/svelte';
import { expect, it, vi } from 'vitest';
import ended from '../fixtures/hand-end-4.json';
import playing from '../fixtures/play-4.json';
import type { View } from '../wire';
import Seats from './Seats.svelte';
import TableMenu from './TableMenu.svelte';

function changed(from: unknown, change: (view: View) => void): View {
  const view = structuredClone(from) as View;
  change(view);
  return view;
}
const watching = ({ you }: View): void => {
  you.seat = null;
  you.is_host = false;
};

it('lets a latecomer take a bot’s seat between two hands', async () => {
  const onwish = vi.fn();
  render(Seats, { view: changed(ended, watching), onwish });
  await fireEvent.click(screen.getByRole('button', { name: 'Sit here' }));
  expect(onwish).toHaveBeenCalledWith(expect.objectContaining({ type: 'sit', seat: 2 }));
  expect(onwish.mock.calls[0]![0].contribution).toMatch(/^[0-9a-f]{64}$/);
});

it('says when a seat can be taken where a hand is being played', () => {
  render(Seats, { view: changed(playing, watching), onwish: vi.fn() });
  expect(screen.queryByRole('button', { name: 'Sit here' })).toBeNull();
  expect(screen.getByText('after this hand')).toBeTruthy();
});

it('lets the host change a bot’s level in the game, but not take it away', async () => {
  const onwish = vi.fn();
  render(Seats, { view: playing as unknown as View, onwish });
  await fireEvent.change(screen.getByRole('combobox'), { target: { value: 'easy' } });
  expect(onwish).toHaveBeenCalledWith({ type: 'put_bot', seat: 2, level: 'easy' });
  expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
});

it('closes the table for the host only, and asks before', async () => {
  const onwish = vi.fn();
  const rest = { onwish, onsettings: vi.fn(), onleave: vi.fn() };
  const view = playing as unknown as View;
  const { rerender } = render(TableMenu, { view, page: 'menu', ...rest });
  const entry = (): HTMLElement | null => screen.queryByRole('button', { name: 'Close the table', hidden: true });
  await fireEvent.click(entry()!);
  expect(onwish).not.toHaveBeenCalled();
  await fireEvent.click(entry()!);
  expect(onwish).toHaveBeenCalledWith({ type: 'close' });
  await rerender({ view: changed(playing, ({ you }) => (you.is_host = false)), page: 'menu' });
  expect(entry()).toBeNull();
});

it('lets a bot play for oneself', async () => {
  const onwish = vi.fn();
  render(TableMenu, { view: playing as unknown as View, page: 'menu', onwish, onsettings: vi.fn(), onleave: vi.fn() });
  await fireEvent.click(screen.getByRole('button', { name: 'Let a bot play for me', hidden: true }));
  expect(onwish).toHaveBeenCalledWith({ type: 'let_bot_play', seat: 0 });
});

it('shows everybody the options in force, and lets the host change them', async () => {
  const rest = { onwish: vi.fn(), onsettings: vi.fn(), onleave: vi.fn() };
  const guest = changed(playing, ({ you }) => (you.is_host = false));
  const { rerender } = render(TableMenu, { view: guest, page: 'options', ...rest });
  expect(screen.getByText('No clock: everybody takes the time they need.')).toBeTruthy();
  expect(screen.queryByRole('radio', { hidden: true })).toBeNull();
  await rerender({ view: playing as unknown as View, page: 'options' });
  expect(screen.getAllByRole('radio', { hidden: true }).length).toBeGreaterThan(0);
});
