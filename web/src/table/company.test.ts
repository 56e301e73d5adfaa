import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { beforeEach, expect, it, vi } from 'vitest';
import bidding from '../fixtures/bid-4.json';
import ended from '../fixtures/hand-end-4.json';
import playing from '../fixtures/play-4.json';
import { guide } from '../guide/guide.svelte';
import { clock } from '../state/clock.svelte';
import type { View } from '../wire';
import { missed } from './missed';
import { alarm, personName, tell, undoQuestion } from './said';
import SeatMenu from './SeatMenu.svelte';
import TableScreen from './TableScreen.svelte';

const NOW = 1_800_000_000;

function changed(from: unknown, change: (view: View) => void): View {
  const view = structuredClone(from) as View;
  view.game!.turn_since = NOW;
  view.game!.turn_ends = view.table.seats.map(() => null);
  change(view);
  return view;
}
function show(view: View) {
  const onwish = vi.fn();
  const rest = { onact: vi.fn(), onagain: vi.fn(), onmenu: vi.fn(), onleave: vi.fn(), onseats: vi.fn() };
  render(TableScreen, { view, pending: null, onwish, ...rest });
  return { onwish, ...rest };
}

beforeEach(() => {
  localStorage.clear();
  guide.end();
  clock.hear(NOW, true);
});

it('asks whether something may be taken back, and says what', async () => {
  const view = changed(playing, ({ table, you }) => {
    table.undo = { seat: 3, agreed: [], waiting: [you.person] };
  });
  const { onwish } = show(view);
  expect(screen.getByText(/Davide asks to take back the ten of diamonds/, { selector: '[role=status]' })).toBeTruthy();
  expect(screen.getByRole('region', { name: /Davide asks to take back the ten of diamonds/ })).toBeTruthy();
  await fireEvent.click(screen.getByRole('button', { name: 'Agree' }));
  expect(onwish).toHaveBeenCalledWith({ type: 'answer_undo', is_agreed: true });
  await fireEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(onwish).toHaveBeenCalledWith({ type: 'answer_undo', is_agreed: false });
});

it('asks nobody who has answered, and tells the asker who has not', () => {
  show(changed(playing, ({ table }) => (table.undo = { seat: 3, agreed: ['p0'], waiting: ['p1'] })));
  expect(screen.queryByRole('button', { name: 'Agree' })).toBeNull();
  show(changed(playing, ({ table }) => (table.undo = { seat: 0, agreed: [], waiting: ['p1', 'p3'] })));
  expect(screen.getByText(/Waiting for Ben and Davide/, { selector: '[role=status]' })).toBeTruthy();
});

it('names the bid where no card lies yet', () => {
  const view = changed(bidding, ({ game }) => (game!.hand!.bids[1] = 3));
  expect(undoQuestion(view, 1)).toContain('the bid of 3');
});

it('offers the host to let a bot play for who is away, and others a vote', async () => {
  const away = (view: View): void => {
    view.you.is_turn = false;
    view.table.seats[1]!.is_away = true;
    view.table.seats[1]!.votes = ['p3'];
  };
  const { onwish } = show(changed(playing, away));
  await fireEvent.click(screen.getByRole('button', { name: /^Ben is away. ?Let a bot play/ }));
  expect(onwish).toHaveBeenCalledWith({ type: 'let_bot_play', seat: 1 });
  show(
    changed(playing, (view) => {
      away(view);
      view.you.is_host = false;
    }),
  );
  expect(screen.getByRole('button', { name: /Vote for a bot/ }).textContent).toContain('(1)');
});

it('offers it for who has been on move for a minute, too', () => {
  const slow = (since: number): View =>
    changed(playing, ({ game, you }) => {
      you.is_turn = false;
      game!.to_act = [3];
      game!.turn_since = since;
    });
  show(slow(NOW - 50));
  expect(screen.queryByText(/thinking for a while/)).toBeNull();
  show(slow(NOW - 61));
  expect(screen.getByText(/Davide has been thinking for a while/, { selector: '[role=status]' })).toBeTruthy();
});

it('misses nobody while the table waits for this person, or for an answer', () => {
  const away = (change: (view: View) => void): View =>
    changed(playing, (view) => {
      view.you.is_turn = false;
      view.table.seats[1]!.is_away = true;
      change(view);
    });
  expect(
    missed(
      away(() => undefined),
      NOW,
    )?.seat,
  ).toBe(1);
  const others: ((view: View) => void)[] = [
    ({ you }) => (you.is_turn = true),
    ({ table }) => (table.undo = { seat: 3, agreed: [], waiting: ['p0'] }),
    ({ table }) => (table.seats[1]!.stand_in = 'rule'),
    ({ table }) => (table.phase = 'over'),
    ({ you }) => Object.assign(you, { seat: null, is_host: false }),
  ];
  for (const change of others) expect(missed(away(change), NOW)).toBeNull();
});

it('gives the seat back at a touch', async () => {
  const { onwish } = show(changed(playing, ({ table }) => (table.seats[0]!.stand_in = 'rule')));
  await fireEvent.click(screen.getByRole('button', { name: /Play again yourself/ }));
  expect(onwish).toHaveBeenCalledWith({ type: 'take_seat_back' });
});

it('lets a watcher take a seat between hands, and says so before', async () => {
  const watch = (view: View): void => {
    view.you = { ...view.you, seat: null, cards: [], is_turn: false, is_host: false };
  };
  show(changed(playing, watch));
  expect(screen.getByText(/can be taken when this hand is over/)).toBeTruthy();
  const { onseats } = show(changed(ended, watch));
  await fireEvent.click(screen.getByRole('button', { name: 'Take a seat' }));
  expect(onseats).toHaveBeenCalled();
});

it('offers to claim and to take back when the table does', async () => {
  const { onwish } = show(changed(playing, ({ you }) => (you.can_claim = true)));
  await fireEvent.click(screen.getByRole('button', { name: 'Take the rest' }));
  expect(onwish).toHaveBeenCalledWith({ type: 'claim' });
  const other = show(changed(playing, ({ you }) => (you.can_ask_undo = true)));
  await fireEvent.click(screen.getByRole('button', { name: 'Take back' }));
  expect(other.onwish).toHaveBeenCalledWith({ type: 'ask_undo' });
});

it('shows the time left by the clock of the server, and says when ten seconds are', () => {
  show(changed(playing, ({ game }) => (game!.turn_ends = [NOW + 45, null, null, null])));
  const timer = screen.getByRole('timer');
  expect(timer.textContent).toMatch(/0:4[45]/);
  expect(screen.queryByText(/Ten seconds left/)).toBeNull();
  show(changed(playing, ({ game }) => (game!.turn_ends = [NOW + 9, null, null, null])));
  expect(screen.getByText(/Ten seconds left/)).toBeTruthy();
});

it('shows the draw for first dealer, and who it picks', () => {
  const draw = [
    [
      { seat: 0, card: 'KS' },
      { seat: 1, card: 'KD' },
    ],
    [
      { seat: 0, card: '2S' },
      { seat: 1, card: '9D' },
    ],
  ];
  const drawn = (rounds: number, dealer: number | null): View =>
    changed(playing, ({ game, you }) => {
      Object.assign(game!, { phase: 'draw', hand: null, to_act: [], draw: draw.slice(0, rounds), dealer });
      you.is_turn = false;
    });
  show(drawn(1, null));
  expect(screen.getByText(/Everybody draws a card/)).toBeTruthy();
  show(drawn(2, 1));
  expect(screen.getByText(/Ben draws highest and deals first/)).toBeTruthy();
});

it('lets nobody be removed by one touch', async () => {
  const onwish = vi.fn();
  render(SeatMenu, { view: changed(playing, () => undefined), seat: 1, onwish });
  const dialog = within(screen.getByRole('dialog'));
  await fireEvent.click(dialog.getByRole('button', { name: 'Remove from the table' }));
  expect(onwish).not.toHaveBeenCalled();
  await fireEvent.click(dialog.getByRole('button', { name: 'Remove Ben' }));
  expect(onwish).toHaveBeenCalledWith({ type: 'remove', person: 'p1' });
});

it('keeps the host’s part from others, until the host is away', () => {
  const asGuest = (isAway: boolean): View =>
    changed(playing, ({ table, you }) => {
      table.host = 'p1';
      you.is_host = false;
      table.seats[1]!.is_away = isAway;
    });
  const { rerender } = render(SeatMenu, { view: asGuest(false), seat: 1, onwish: vi.fn() });
  expect(screen.queryByRole('button', { name: /Remove|host/ })).toBeNull();
  void rerender({ view: asGuest(true) });
  return vi.waitFor(() => expect(screen.getByRole('button', { name: 'Be the host instead' })).toBeTruthy());
});

it.each([
  [844, 'over the table on a phone', true],
  [390, 'beside it on a low screen', false],
])('keeps the talk off the cards: %i pixels high, %s', async (height, _, isOver) => {
  const high = vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(height);
  show(changed(playing, () => undefined));
  high.mockRestore();
  await fireEvent.click(screen.getByRole('button', { name: 'Talk' }));
  const panel = screen.getByRole('region', { name: 'Talk' });
  expect(panel.closest('.water') !== null).toBe(isOver);
  expect(panel.closest('main') !== null).toBe(isOver);
  expect(document.querySelector('.water')!.contains(document.querySelector('.fan'))).toBe(false);
});

it('tells of nudges at once, and only whom they are meant for', () => {
  const view = playing as unknown as View;
  const poked = (seat: number) => ({ type: 'Poked', user: 'p3', seat }) as const;
  expect(alarm(poked(0), view, 'p3')).toContain('Davide nudges you');
  expect(alarm(poked(1), view, 'p3')).toBe('');
  expect(personName(view, 'nobody')).toBe('');
});

it('tells of company once each, in words', () => {
  const view = playing as unknown as View;
  expect(tell({ type: 'StandInSet', seat: 1, level: 'rule' }, view)).toBe('A bot plays for Ben now.');
  expect(tell({ type: 'StandInSet', seat: 0, level: null }, view)).toBe('You play again yourself.');
  expect(tell({ type: 'Reacted', user: 'p1', name: 'Ben', reaction: 'wow' }, view)).toBe('Ben: Wow!');
  expect(tell({ type: 'UndoAsked', seat: 0 }, view)).toBe('');
  expect(tell({ type: 'TakenBack', seat: 1 }, view)).toBe('Ben takes back.');
});
