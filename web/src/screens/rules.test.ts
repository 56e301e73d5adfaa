import { expect, it } from 'vitest';
import play from '../fixtures/play-5.json';
import type { View } from '../wire';
import { changedRules, sizesText } from './rules';

const { rules } = (play as unknown as View).table;

it('writes hand sizes by their turning points, else one by one', () => {
  expect(sizesText([3, 2, 1, 2, 3])).toBe('3-1-3');
  expect(sizesText([1, 2, 3])).toBe('1-3');
  expect(sizesText([5])).toBe('5');
  expect(sizesText([7, 5, 3, 1])).toBe('7,5,3,1');
  expect(sizesText(rules.sizes)).toBe('10-1-10');
});

it('changes one part of the rules and keeps the others', () => {
  expect(changedRules(rules, { scoring: 'common' })).toBe(
    'players=5 sizes=10-1-10 limit=hook trump=turned bidding=in-turn rebid=yes scoring=common',
  );
  expect(changedRules(rules, { players: 6, sizes: '' })).toContain('players=6 limit=hook');
});

it('drops the limit of the last bidder where nobody is last', () => {
  expect(changedRules(rules, { bidding: 'together' })).toContain('limit=free');
});
