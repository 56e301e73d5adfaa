import { afterEach, describe, expect, it } from 'vitest';
import errors from '../../../docs/errors.md?raw';
import http from '../../../docs/http.md?raw';
import protocol from '../../../docs/protocol.md?raw';
import { refusal } from './refusals';
import { LANGUAGES, words } from './words.svelte';

/** The codes in the first column of the tables of a section; the server's own tests hold the pages to its code. */
function codes(page: string, section: string): string[] {
  const body = page.split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const cells = [...body.matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) \|/gm)].map((row) => row[1]!);
  return cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)`/g)].map((found) => found[1]!));
}

const KNOWN = [...new Set([...codes(errors, 'Refusals'), ...codes(protocol, 'Refusals'), ...codes(http, 'Errors')])];

/** What the server sends with a code whose message has values. */
const DETAILS: Record<string, Record<string, unknown>> = {
  'bad-option': { option: 'clock', value: 5 },
  'bid-fixed': { bid: 2 },
  'bid-forbidden': { bid: 1, size: 3, total: 3, limit: 'hook', allowed: [0, 2, 3] },
  'bid-range': { bid: 4, size: 3 },
  'bid-same': { bid: 1 },
  'bidding-closed': { bid: 2 },
  'card-not-held': { card: 'QS' },
  'claim-uncertain': { tricks: 3 },
  'league-full': { most: 50 },
  'must-follow': { card: 'AS', suit: 'H' },
  'no-such-level': { level: 'champion', levels: ['easy', 'rule'] },
  'no-such-seat': { seat: 4, last: 3 },
  'no-table': { code: 'ZZZZZ' },
  'not-your-turn': { turn: 0 },
  'seats-open': { seats: [1, 2] },
  'still-playing': { code: 'ZZZZZ' },
  'too-fast': { wait: 2.4 },
  'too-many-leagues': { most: 20 },
  'too-many-requests': { wait: 7 },
};

afterEach(() => {
  words.language = 'en';
});

describe.each(LANGUAGES)('in %s', (language) => {
  it.each(KNOWN)('%s is said', (code) => {
    words.language = language;
    const said = refusal(code, DETAILS[code] ?? {}, '');
    expect(said).not.toBe('');
    expect(said).not.toMatch(/[{}]/);
  });
});

it('reads all three pages', () => {
  expect(KNOWN).toEqual(expect.arrayContaining(['claim-uncertain', 'undo-late', 'fault', 'link-expired']));
});

it('counts seats from 1, and rounds what is to be waited up', () => {
  expect(refusal('seats-open', { seats: [1, 2] }, '')).toBe('Some seats are still free: 2 and 3.');
  expect(refusal('no-such-seat', { seat: 4, last: 3 }, '')).toContain('seat 5');
  expect(refusal('too-fast', { wait: 2.4 }, '')).toContain('3 s');
});

it('says less where details are missing', () => {
  expect(refusal('seats-open', {}, '')).toBe('Some seats are still free.');
  expect(refusal('too-fast', {}, '')).toBe('Not so fast, please.');
});

it('names options and bots as the table does', () => {
  words.language = 'it';
  expect(refusal('bad-option', { option: 'clock', value: 5 }, '')).toContain(words.say('options.clock'));
  expect(refusal('no-such-level', { level: 'champion' }, '')).toContain('champion');
});
