import { fireEvent, render, screen, within } from '@testing-library/svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { words } from '../words/words.svelte';
import type { Account, Decision, Review, ReviewAnswer } from './model';
import ReviewPage from './ReviewPage.svelte';

const GAME = {
  id: 'g1',
  kind: 'played',
  ended_at: 1.8e9,
  players: [
    { name: 'Ann', level: null, total: 9, place: 2, is_you: true },
    { name: 'Bot 2', level: 'rule', total: 22, place: 1, is_you: false },
  ],
};
function account(deal: number, bid: number, play: number, rest: number): Account {
  return { par: 7.5, deal, bid, play, rest, points: 7.5 + deal + bid + play + rest };
}
function decision(step: number, seat: number, more: Partial<Decision>): Decision {
  return { step, seat, done: 1, best: 1, grade: 'best', loss: 0, error: 0, for_game: false, options: [], ...more };
}
const BLUNDER = decision(4, 0, { done: 'QS', best: '7D', grade: 'blunder', loss: 2.75, error: 0.31 });
const REVIEW: Review = {
  worlds: 1024,
  thresholds: { inaccuracy: 0.44, mistake: 1.1, blunder: 2.2 },
  players: [
    { place: 2, account: account(4, -1, -2.75, 1.25), grades: { blunder: 1, fine: 1 }, summary: 'Ann in short.' },
    { place: 1, account: account(-0.5, 0, 0, 15), grades: { best: 2 }, summary: 'Bot in short.' },
  ],
  hands: [
    {
      number: 1,
      size: 2,
      bids: [1, 0],
      taken: [0, 2],
      accounts: [account(4, -1, -2.75, 1.25), account(-0.5, 0, 0, 15)],
      decisions: [
        decision(0, 1, { done: 0, best: 0 }),
        decision(1, 0, { done: 1, best: 0, grade: 'fine', loss: 0 }),
        BLUNDER,
      ],
    },
    {
      number: 2,
      size: 1,
      bids: [0, 0],
      taken: [0, 1],
      accounts: [account(0, 0, 0, 2.5), account(0, 0, 0, 2.5)],
      decisions: [],
    },
  ],
  outlook: [
    [0.5, 0.5],
    [0.2, 0.8],
    [0, 1],
  ],
  turns: [
    { hand: 1, seat: 0, before: 0.5, after: 0.2, step: 4 },
    { hand: 2, seat: 0, before: 0.2, after: 0, step: null },
  ],
};
const DONE: ReviewAnswer = { stage: 'done', part: 1, ahead: 0, review: REVIEW };

let game = GAME;
let answers: (ReviewAnswer | 'offline' | 'full')[];
let asked: string[];

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  game = GAME;
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/games/g1') return Response.json(game);
    asked.push(path);
    const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
    if (answer === 'offline') throw new TypeError('no network');
    if (answer !== 'full') return Response.json(answer);
    return Response.json({ code: 'unavailable', message: 'too many', details: {} }, { status: 503 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  words.language = 'en';
});

async function open(...given: typeof answers): Promise<void> {
  answers = given;
  render(ReviewPage, { id: 'g1' });
  await vi.advanceTimersByTimeAsync(0);
}
function cells(row: HTMLElement): string[] {
  return [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent!.trim().replace(/\s+/g, ' '));
}
function open1(): HTMLElement {
  const hand = screen.getByText('Hand 1').closest('details')!;
  hand.open = true;
  return hand;
}

it('tells how far the review is, and shows it once it is there', async () => {
  await open(
    { stage: 'waiting', part: 0, ahead: 2, review: null },
    { stage: 'working', part: 0.25, ahead: 0, review: null },
    DONE,
  );
  expect(screen.getByRole('status').textContent).toContain('2 other games come first.');
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.getByRole('status').textContent).toContain('The game is being reviewed');
  expect((screen.getByRole('progressbar') as HTMLProgressElement).value).toBe(0.25);
  expect(screen.getByText('25%')).toBeTruthy();
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.queryByRole('progressbar')).toBe(null);
  expect(screen.getByRole('heading', { name: 'In short' })).toBeTruthy();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
});

it('goes on by itself where the network was away while the review was made', async () => {
  await open({ stage: 'working', part: 0.5, ahead: 0, review: null }, 'offline', DONE);
  await vi.advanceTimersByTimeAsync(1000);
  expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached');
  await vi.advanceTimersByTimeAsync(5000);
  expect(screen.queryByRole('alert')).toBe(null);
  expect(screen.getByRole('heading', { name: 'In short' })).toBeTruthy();
});

it('says that too many are being made, and asks again when it is told to', async () => {
  await open('full', DONE);
  expect(screen.getByRole('alert').textContent).toContain('cannot make this review just now');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  await fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.advanceTimersByTimeAsync(0);
  expect(screen.getByRole('heading', { name: 'In short' })).toBeTruthy();
});

function people(): string[] {
  const found = screen.getAllByRole('heading', { level: 3, hidden: true });
  return found.map((each) => each.textContent!.trim().replace(/\s+/g, ' '));
}

it('begins with the reader, and has the others at hand, bots by the name of their seat', async () => {
  await open(DONE);
  expect(people()).toEqual(['2. Ann 9 points', '1. Clyde 22 points']);
  expect(screen.getByText('Ann in short.').closest('li')!.classList.contains('me')).toBe(true);
  expect(screen.getByText('Ann in short.').closest('details')).toBe(null);
  const others = screen.getByText('Bot in short.').closest('details')!;
  expect([others.open, others.querySelector('summary')!.textContent]).toEqual([false, 'The others']);
});

it('shows all players by their places to who did not play', async () => {
  game = { ...GAME, players: GAME.players.map((player) => ({ ...player, is_you: false })) };
  await open(DONE);
  expect(people()).toEqual(['1. Clyde 22 points', '2. Ann 9 points']);
  expect(screen.queryByText('The others')).toBe(null);
});

it('takes the points apart so that what is shown adds up', async () => {
  await open(DONE);
  const table = within(screen.getByRole('group', { name: 'Where the points came from' }));
  expect(table.getAllByRole('row').slice(1).map(cells)).toEqual([
    ['Clyde', '7.5', '−0.5', '0.0', '0.0', '+15.0', '22'],
    ['Ann', '7.5', '+4.0', '−1.0', '−2.7', '+1.2', '9'],
  ]);
});

it('draws the chance of winning as a line for each player, told apart without colours, and in figures', async () => {
  await open(DONE);
  const lines = [...document.querySelectorAll('figure polyline')];
  expect(lines.map((line) => line.getAttribute('points'))).toEqual([
    '0.0,85.0 200.0,136.0 400.0,170.0',
    '0.0,85.0 200.0,34.0 400.0,0.0',
  ]);
  expect(new Set(lines.map((line) => line.getAttribute('stroke-dasharray'))).size).toBe(2);
  const figures = within(screen.getByRole('group', { name: 'Chance of winning', hidden: true }));
  expect(figures.getAllByRole('row', { hidden: true }).map(cells)).toEqual([
    ['After hand', 'Ann', 'Clyde'],
    ['0', '50%', '50%'],
    ['1', '20%', '80%'],
    ['2', '0%', '100%'],
  ]);
});

it('leads from what turned the game to its moment in the replay', async () => {
  await open(DONE);
  expect(screen.getByText('Hand 1: Ann from 50% to 20%')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See the costliest choice' }).getAttribute('href')).toBe('/games/g1#s4');
  expect(screen.getByRole('link', { name: 'See the hand' }).getAttribute('href')).toBe('/games/g1#h2');
});

it('lists what cost something, and every decision when asked', async () => {
  await open(DONE);
  const hand = within(open1());
  expect(hand.getByText('Tricks taken of those bid: Clyde 2/0 and Ann 0/1.')).toBeTruthy();
  const choices = hand.getByRole('group', { name: 'Decisions in hand 1' });
  const [, only, ...more] = within(choices).getAllByRole('row');
  expect(cells(only!)).toEqual(['Ann', 'Q♠', '7♦', '−2.8 ± 0.3', 'blunder']);
  expect(more).toEqual([]);
  const link = within(choices).getByRole('link', { name: 'Q♠ of Ann: see it in the replay' });
  expect(link.getAttribute('href')).toBe('/games/g1#s4');
  await fireEvent.click(screen.getByRole('switch', { name: /Every decision/ }));
  const all = within(hand.getByRole('group', { name: 'Decisions in hand 1' }))
    .getAllByRole('row')
    .slice(1);
  expect(all.map((row) => cells(row).join(' '))).toEqual([
    'Clyde 0   best',
    'Ann 1 0  fine',
    'Ann Q♠ 7♦ −2.8 ± 0.3 blunder',
  ]);
});

it('says by which loss a decision has its name', async () => {
  await open(DONE);
  const section = screen.getByRole('heading', { name: 'What the verdicts mean' }).closest('section')!;
  const means = [...section.querySelectorAll('dt')].map(
    (term) => `${term.textContent}: ${term.nextElementSibling!.textContent}`,
  );
  expect(means.find((text) => text.startsWith('mistake'))).toContain('1.1 points');
  expect(means.find((text) => text.startsWith('blunder'))).toContain('2.2 points');
});

it('asks anew for the summaries when the reader takes another language', async () => {
  await open(DONE);
  words.language = 'it';
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toEqual(['/api/games/g1/review?lang=en', '/api/games/g1/review?lang=it']);
  expect(screen.getByRole('heading', { name: 'Da dove vengono i punti' })).toBeTruthy();
  expect(people()[1]).toContain('1. Arno');
});
