import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import bidding from '../fixtures/bid-4.json';
import changing from '../fixtures/change-4.json';
import over from '../fixtures/over-4.json';
import playing from '../fixtures/play-4.json';
import tied from '../fixtures/tie-3.json';
import { settings } from '../state/settings.svelte';
import type { View } from '../wire';
import TableScreen from './TableScreen.svelte';

const AFTER_SLIPS_MS = 1000;

function show(view: unknown) {
  const onact = vi.fn();
  const onwish = vi.fn();
  const rest = { pending: null, onwish, onagain: vi.fn(), onmenu: vi.fn(), onleave: vi.fn() };
  render(TableScreen, { view: view as View, onact, ...rest });
  vi.advanceTimersByTime(AFTER_SLIPS_MS);
  return { onact, onwish };
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  settings.choices.confirm = false;
});

it('bids at a touch, and says why a bid is forbidden', async () => {
  const { onact } = show(bidding);
  const view = bidding as unknown as View;
  const forbidden = view.you.forbidden_bids[0]!.bid;
  const bids = within(screen.getByRole('group', { name: /How many of the/ })).getAllByRole('button');
  expect(bids).toHaveLength(view.game!.hand!.size + 1);
  await fireEvent.click(bids[forbidden]!);
  expect(onact).not.toHaveBeenCalled();
  expect(screen.getByText(/would make the bids add up to 10/)).toBeTruthy();
  await fireEvent.click(bids[view.you.legal_bids[1]!]!);
  expect(onact).toHaveBeenCalledWith(String(view.you.legal_bids[1]));
});

it('bids by the number keys', async () => {
  const { onact } = show(bidding);
  const legal = (bidding as unknown as View).you.legal_bids[0]!;
  await fireEvent.keyDown(window, { key: String(legal) });
  expect(onact).toHaveBeenCalledWith(String(legal));
});

it('plays a legal card at a touch, and says why another may not be played', async () => {
  const { onact } = show(playing);
  const { you, game } = playing as unknown as View;
  const held = within(screen.getByRole('group', { name: /Your \d+ cards/ })).getAllByRole('button');
  const of = (card: string): HTMLElement => held.find((button) => button.dataset.card === card)!;
  const illegal = you.cards.find((card) => !you.legal_cards.includes(card))!;
  expect(of(illegal).getAttribute('aria-disabled')).toBe('true');
  await fireEvent.click(of(illegal));
  expect(onact).not.toHaveBeenCalled();
  expect(screen.getByText(/cannot be played: you have/, { selector: '[role=status]' })).toBeTruthy();
  await fireEvent.click(of(you.legal_cards[0]!));
  expect(onact).toHaveBeenCalledWith(you.legal_cards[0]);
  expect(game!.hand!.trick.led).not.toBeNull();
});

it('plays at the second touch where that is chosen', async () => {
  settings.choices.confirm = true;
  const { onact } = show(playing);
  const card = (playing as unknown as View).you.legal_cards[0]!;
  const button = document.querySelector<HTMLElement>(`[data-card="${card}"]`)!;
  await fireEvent.click(button);
  expect(onact).not.toHaveBeenCalled();
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await fireEvent.click(button);
  expect(onact).toHaveBeenCalledWith(card);
});

it('takes touches right after a deal for slips', async () => {
  const onact = vi.fn();
  render(TableScreen, {
    view: playing as unknown as View,
    onact,
    pending: null,
    onwish: vi.fn(),
    onagain: vi.fn(),
    onmenu: vi.fn(),
    onleave: vi.fn(),
  });
  const card = (playing as unknown as View).you.legal_cards[0]!;
  await fireEvent.click(document.querySelector(`[data-card="${card}"]`)!);
  expect(onact).not.toHaveBeenCalled();
});

it('offers to change a bid, and says until when', async () => {
  const { onact } = show(changing);
  const { you } = changing as unknown as View;
  expect(screen.getByText(/You may change it until the next player bids/, { selector: '[role=status]' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: /change bid/i }));
  const other = you.legal_bids[0]!;
  await fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${other} trick`) }));
  expect(onact).toHaveBeenCalledWith(String(other));
});

it('says why a card chosen beforehand may not be played when its turn comes', async () => {
  const view = playing as unknown as View;
  const card = view.you.cards.find((each) => !view.you.legal_cards.includes(each))!;
  const before: View = { ...view, you: { ...view.you, is_turn: false, legal_cards: [] } };
  const rest = { pending: null, onwish: vi.fn(), onagain: vi.fn(), onmenu: vi.fn(), onleave: vi.fn() };
  const onact = vi.fn();
  const { rerender } = render(TableScreen, { view: before, onact, ...rest });
  vi.advanceTimersByTime(AFTER_SLIPS_MS);
  await fireEvent.click(document.querySelector(`[data-card="${card}"]`)!);
  expect(screen.getByText(/will be played at your turn/, { selector: '[data-said] *' })).toBeTruthy();
  await rerender({ view });
  expect(onact).not.toHaveBeenCalled();
  const why = screen.getByText(/cannot be played: you have/, { selector: '[data-said] *' });
  expect(why.textContent).toMatch(/^[A-Z1-9]/);
  await rerender({ view: { ...view, chat: [] } });
  expect(screen.getByText(/cannot be played: you have/, { selector: '[data-said] *' })).toBe(why);
});

it('leaves the focus in the hand when a card has gone from it', async () => {
  const view = playing as unknown as View;
  const card = view.you.legal_cards[0]!;
  const rest = { onact: vi.fn(), onwish: vi.fn(), onagain: vi.fn(), onmenu: vi.fn(), onleave: vi.fn() };
  const { rerender } = render(TableScreen, { view, pending: null, ...rest });
  document.querySelector<HTMLElement>(`[data-card="${card}"]`)!.focus();
  await rerender({ pending: card });
  const focused = document.activeElement as HTMLElement;
  expect(view.you.cards.filter((each) => each !== card)).toContain(focused.dataset.card);
});

it('plays one card for a key that is held down', async () => {
  show(playing);
  const button = document.querySelector<HTMLElement>('[data-card]')!;
  // What is not prevented presses the button, anew at each repetition.
  expect(await fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  expect(await fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
});

it('answers a touch beside the button for another bid, not in it', async () => {
  show(changing);
  const { you } = changing as unknown as View;
  await fireEvent.click(document.querySelector(`[data-card="${you.cards[0]}"]`)!);
  const said = screen.getByText(/The bids come first/, { selector: '[data-said] *' });
  const change = screen.getByRole('button', { name: 'Change bid' });
  expect(change.contains(said)).toBe(false);
});

it('names who won, and those who won together', () => {
  show(over);
  const { sheet, table } = over as unknown as View;
  const winner = table.seats.find((seat) => sheet.places[seat.seat] === 1)!;
  expect(screen.getByRole('heading', { name: `${winner.name} wins.` })).toBeTruthy();
  expect(screen.getAllByRole('listitem').filter((item) => item.textContent.includes('made'))).toHaveLength(4);
});

it('names those who won together', () => {
  show(tied);
  expect(screen.getByRole('heading', { name: /win together/ })).toBeTruthy();
});
