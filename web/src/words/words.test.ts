import { afterEach, describe, expect, it, vi } from 'vitest';
import en from './en.json';
import itWords from './it.json';
import { refusal, runs } from './refusals';
import { preferred, words } from './words.svelte';

type Forms = string | { one: string; other: string };
const placeholders = (forms: Forms): string[] =>
  [...JSON.stringify(forms).matchAll(/\{(\w+)\}/g)].map((found) => found[1]!).filter((name) => name !== 'n');

afterEach(() => {
  words.language = 'en';
});

describe('the catalogues', () => {
  const italian = itWords as Record<string, Forms>;

  it('have the same keys', () => {
    expect(Object.keys(italian).sort()).toEqual(Object.keys(en).sort());
  });
  it.each(Object.entries(en as Record<string, Forms>))('%s takes the same values in both languages', (key, forms) => {
    expect([...new Set(placeholders(italian[key]!))].sort()).toEqual([...new Set(placeholders(forms))].sort());
    expect(typeof italian[key]).toBe(typeof forms);
  });
  it('leave nothing empty', () => {
    for (const forms of [...Object.values(en), ...Object.values(italian)]) {
      for (const text of typeof forms === 'string' ? [forms] : Object.values(forms)) expect(text.trim()).not.toBe('');
    }
  });
});

it('writes dates and lists as the region of the device does', () => {
  const languages = vi.spyOn(navigator, 'languages', 'get');
  const day = Date.UTC(2026, 11, 8, 12) / 1000;
  languages.mockReturnValue(['de-AT', 'en-US']);
  expect(words.day(day)).toBe('December 8, 2026');
  languages.mockReturnValue(['it', 'en']);
  expect(words.day(day)).toBe('8 December 2026');
  expect(words.both(['Ann', 'Ben', 'Cleo'])).toBe('Ann, Ben and Cleo');
  languages.mockRestore();
});

it('says cards, counts and lists in both languages', () => {
  expect(words.card('QS')).toBe('queen of spades');
  expect(words.count('head.cards', 1)).toBe('1 card');
  expect(words.both(['Ann', 'Ben', 'Cleo'])).toBe('Ann, Ben, and Cleo');
  words.language = 'it';
  expect(words.card('QS')).toBe('donna di picche');
  expect(words.count('head.cards', 3)).toBe('3 carte');
  expect(words.either([0, 1, 3])).toBe('0, 1 o 3');
});

it('refuses to say a message without its values', () => {
  expect(() => words.say('prompt.follow')).toThrow('prompt.follow needs a value for {suit}');
});

it('speaks the first language that the reader prefers and we know', () => {
  expect(preferred(['de-CH', 'it-CH', 'en'])).toBe('it');
  expect(preferred(['de'])).toBe('en');
});

describe('refusals', () => {
  const hook = { bid: 2, limit: 'hook', size: 5, total: 5, allowed: [0, 1, 3, 4, 5] };

  it('say why a bid is forbidden, and what is allowed', () => {
    expect(refusal('bid-forbidden', hook, '')).toBe(
      '2 would make the bids add up to 5, the number of tricks; as dealer you may bid 0, 1, 3, 4, or 5.',
    );
  });
  it('tell a dealer who must take all from one who must go over', () => {
    const over = { ...hook, limit: 'over' };
    expect(refusal('bid-forbidden', { ...over, total: 2, allowed: [5] }, '')).toContain('nobody else bid a trick');
    expect(refusal('bid-forbidden', { ...over, total: 4 }, '')).toContain('above 5');
  });
  it('name the suit to follow', () => {
    words.language = 'it';
    expect(refusal('must-follow', { card: 'QS', suit: 'H' }, '')).toContain(
      'Q♠ non si può giocare: hai carte di cuori',
    );
  });
  it('fall back to what the server says', () => {
    expect(refusal('brand-new', {}, 'as the server says')).toBe('as the server says');
    expect(refusal('bid-range', {}, 'without its values')).toBe('without its values');
  });
  it('draw long runs of numbers together', () => {
    expect(runs([5, 0, 2, 3, 4, 17])).toEqual(['0', '2–5', '17']);
    expect(runs([1, 2, 3])).toEqual(['1', '2', '3']);
  });
});
