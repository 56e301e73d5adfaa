import { beforeEach, expect, it } from 'vitest';
import bidding from '../fixtures/bid-4.json';
import changing from '../fixtures/change-4.json';
import ended from '../fixtures/hand-end-4.json';
import over from '../fixtures/over-4.json';
import playing from '../fixtures/play-4.json';
import type { View } from '../wire';
import { Guide } from './guide.svelte';
import { stepsOf } from './steps';

const as = (view: unknown): View => view as View;

beforeEach(() => localStorage.clear());

it('explains what is there to be done', () => {
  expect(stepsOf(as(bidding))).toEqual(['bid', 'barred']);
  expect(stepsOf(as(changing))).toEqual(['change']);
  expect(stepsOf(as(playing))).toEqual(['follow', 'exact']);
  expect(stepsOf(as(ended))).toEqual(['score']);
  expect(stepsOf(as(over))).toEqual([]);
});

it('leaves watchers in peace', () => {
  const watched = structuredClone(as(bidding));
  watched.you.seat = null;
  expect(stepsOf(watched)).toEqual([]);
});

it('explains each step once, on this device', () => {
  const guide = new Guide();
  expect(guide.step(as(bidding))).toBe('bid');
  guide.learn('bid');
  expect(guide.step(as(bidding))).toBe('barred');
  expect(new Guide().step(as(bidding))).toBe('barred');
  guide.end();
  expect(new Guide().step(as(bidding))).toBeNull();
  guide.again();
  expect(new Guide().step(as(bidding))).toBe('bid');
});
