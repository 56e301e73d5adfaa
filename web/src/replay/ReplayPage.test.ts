import { fireEvent, render, screen } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import kept from '../fixtures/replay.json';
import ReplayPage from './ReplayPage.svelte';

const GAME = {
  id: kept.id,
  ended_at: kept.ended_at,
  players: ['Ann', 'Ben', ''].map((name, seat) => ({
    name,
    level: name ? null : 'rule',
    total: kept.sheet.totals[seat],
    place: kept.sheet.places[seat],
    is_you: seat === 1,
  })),
};

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined);
  vi.stubGlobal('fetch', async (path: string) => {
    if (path.endsWith('/moments')) return Response.json(kept);
    if (path === `/api/games/${kept.id}`) return Response.json(GAME);
    return Response.json({ code: 'no-game', message: 'none', details: {} }, { status: 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  history.replaceState(null, '', '/');
});

async function open(address = ''): Promise<void> {
  history.replaceState(null, '', `/games/${kept.id}${address}`);
  render(ReplayPage, { id: kept.id });
  await screen.findByRole('slider');
}
const press = (key: string) => fireEvent.keyDown(window, { key });

it('goes by keys from step to step and from hand to hand, and the address follows', async () => {
  await open('#h1');
  expect(screen.getByRole('heading', { name: /Hand 1 of 3/ })).toBeTruthy();
  await press('ArrowRight');
  expect(location.hash).toBe('#h1b1');
  await press('ArrowLeft');
  expect(location.hash).toBe('#h1');
  await press('PageDown');
  expect(location.hash).toBe('#h2');
  await press('End');
  expect(location.hash).toBe('#h3t2e');
  await press('ArrowRight');
  expect(location.hash).toBe('#h3t2e');
  await press('PageUp');
  expect(location.hash).toBe('#h3');
  await press('Home');
  expect(location.hash).toBe('#d1');
  expect(screen.getByRole('heading', { name: /The draw/ })).toBeTruthy();
  expect(screen.getByText(/draws? highest and deals? first/)).toBeTruthy();
});

it('goes by a finger over the table', async () => {
  await open('#h1b1');
  const water = document.querySelector('.water')!;
  const draw = async (from: number, to: number): Promise<void> => {
    const at = (clientX: number) => ({ clientX, clientY: 100 });
    await fireEvent(water, Object.assign(new Event('touchstart'), { touches: [at(from)], changedTouches: [at(from)] }));
    await fireEvent(water, Object.assign(new Event('touchend'), { touches: [], changedTouches: [at(to)] }));
  };
  await draw(300, 100);
  expect(location.hash).toBe('#h1b2');
  await draw(100, 300);
  expect(location.hash).toBe('#h1b1');
});

it('plays by itself until somebody takes over, or it is over', async () => {
  await open('#h3t2');
  vi.useFakeTimers();
  await press(' ');
  await vi.advanceTimersByTimeAsync(2000);
  expect(location.hash).toBe('#h3t2e');
  expect(screen.getByRole('button', { name: 'Play by itself' })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Play by itself' }));
  expect(location.hash).toBe('#d1');
  await vi.advanceTimersByTimeAsync(3000);
  expect(location.hash).toBe('#h1b1');
  await press('ArrowLeft');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(location.hash).toBe('#h1');
  vi.useRealTimers();
});

it('opens at the moment of a link, says it, and shows all hands', async () => {
  await open('#h2t1');
  expect(screen.getByRole('heading', { name: /Hand 2 of 3/ })).toBeTruthy();
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/plays? the/);
  const hands = screen.getByRole('region', { name: 'All hands' }).querySelectorAll('li');
  expect([...hands].map((hand) => hand.querySelector('.name')!.textContent)).toEqual(['You', 'Dart', 'Ann']);
  expect(hands[0]!.querySelectorAll('.gone')).toHaveLength(1);
});

it('goes by buttons and by the slider', async () => {
  await open('#h1');
  const back = screen.getByRole('button', { name: 'One step back' });
  await fireEvent.click(back);
  expect((back as HTMLButtonElement).disabled).toBe(true);
  await fireEvent.click(screen.getByRole('button', { name: 'One step on' }));
  expect(screen.getByText(/^2 \/ \d+$/)).toBeTruthy(); // there is no width here, as on the narrowest phone
  await fireEvent.click(screen.getByRole('button', { name: 'Next hand' }));
  expect(location.hash).toBe('#h2');
  await fireEvent.input(screen.getByRole('slider'), { target: { value: '3' } });
  expect(location.hash).toBe('#h1b2');
});

it('says so where there is no such game', async () => {
  render(ReplayPage, { id: 'other' });
  expect(await screen.findByText(/There is no such game/)).toBeTruthy();
});
