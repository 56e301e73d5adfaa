import { expect, it } from 'vitest';
import { codeIn, read } from './route.svelte';

it.each([
  ['/', { screen: 'start' }],
  ['/t/k7-r4m', { screen: 'table', code: 'K7R4M' }],
  ['/games', { screen: 'games' }],
  ['/games/', { screen: 'games' }],
  ['/games/tCqm3ZkW', { screen: 'game', id: 'tCqm3ZkW' }],
  ['/games/tCqm3ZkW/review', { screen: 'review', id: 'tCqm3ZkW' }],
  ['/games/tCqm3ZkW/more', { screen: 'game', id: 'tCqm3ZkW' }],
  ['/me', { screen: 'me' }],
  ['/score', { screen: 'score' }],
  ['/score/new', { screen: 'newPad' }],
  ['/score/Zx81qTy', { screen: 'pad', id: 'Zx81qTy' }],
  ['/stats', { screen: 'stats' }],
  ['/league/Qm2Lx', { screen: 'league', id: 'Qm2Lx' }],
  ['/league', { screen: 'missing' }],
  ['/me/more', { screen: 'missing' }],
  ['/t', { screen: 'missing' }],
  ['/t/%', { screen: 'missing' }],
])('%s leads to its screen', (path, route) => {
  expect(read(path)).toEqual(route);
});

it('finds the code in a link or in what was typed', () => {
  expect(codeIn('https://cards.example.org/t/K7R4M#x')).toBe('K7R4M');
  expect(codeIn(' k7 r4m ')).toBe('K7R4M');
});
