import { render, screen } from '@testing-library/svelte';
import { afterEach, expect, it, vi } from 'vitest';
import record from '../fixtures/record.jsonl?raw';
import { deals } from '../state/deals';
import FairProof from './FairProof.svelte';

const OWN = '01'.repeat(16);
const OTHER = '000102030405060708090a0b0c0d0e0f';
const COMMITMENT = '2ad6fb4bb6a719bb5caadb39ca368b4352279cb7efe6973a46a179af4445ad9b';

async function prove(text: string): Promise<string[]> {
  vi.stubGlobal('fetch', async () => new Response(text));
  render(FairProof, { game: 'x' });
  await screen.findByText(/^How it works/);
  return screen.getAllByRole('listitem').map((item) => item.textContent!.trim());
}

afterEach(() => vi.unstubAllGlobals());

it('proves a game to a device that knows nothing of it', async () => {
  const lines = await prove(record);
  expect(screen.getByRole('status').textContent).toContain('Fair: every deal follows from the seed.');
  expect(lines).toContain('The deals of all 5 hands, and the draw, are exactly what the seed gives.');
  expect(lines).toContain('Chance was given by 2 more that this device cannot name.');
  expect(lines[2]).toContain('has not kept the commitment');
});

it('names whose chance it was, and knows the commitment that it was shown', async () => {
  deals.gave(OWN);
  deals.heard({ type: 'SatDown', user: 'u', name: 'Ann', seat: 0, contribution: OTHER }, () => '');
  deals.saw(COMMITMENT);
  const lines = await prove(record);
  expect(lines).toContain('It is the commitment that this device was shown during the game.');
  expect(lines).toContain('Your own chance is in it, so nobody else could choose the cards.');
  expect(lines).toContain('Chance was given by you and Ann.');
});

it('says where a record was changed', async () => {
  const [dealt] = /\{"type": "Dealt".*?\]\]/.exec(record)!;
  const cards = [...dealt.matchAll(/"(\w+[CDSH])"/g)].map((found) => found[1]!);
  const forged = dealt.replace(cards[0]!, '?').replace(cards.at(-1)!, cards[0]!).replace('?', cards.at(-1)!);
  const lines = await prove(record.replace(dealt, forged));
  expect(screen.getByRole('status').textContent).toContain('Not fair');
  expect(lines).toContain('Other than the seed gives: hand 1.');
});

it('says so where the server cannot be reached', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')));
  render(FairProof, { game: 'x' });
  expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
