import { expect, it } from 'vitest';
import { readChoices } from './settings.svelte';
import { codeIn, read } from './route.svelte';

it('reads what was kept, and the usual choices for what is missing or strange', () => {
  expect(readChoices(null)).toMatchObject({ language: 'system', deck: 'four', cards: 'medium', sound: false });
  const kept = readChoices('{"deck":"two","cards":"huge","confirm":true,"pace":3}');
  expect(kept).toMatchObject({ deck: 'two', cards: 'medium', confirm: true, pace: 'calm' });
  for (const broken of ['not json', 'null', '[]', '3']) expect(readChoices(broken)).toEqual(readChoices(null));
});

it('reads addresses', () => {
  expect(read('/')).toEqual({ screen: 'start' });
  expect(read('/t/k7r4m')).toEqual({ screen: 'table', code: 'K7R4M' });
  expect(read('/nowhere')).toEqual({ screen: 'missing' });
});

it('finds the code in what people paste', () => {
  expect(codeIn(' k7r-4m ')).toBe('K7R4M');
  expect(codeIn('Come and play: https://cards.example/t/K7R4M?x=1')).toBe('K7R4M');
});
