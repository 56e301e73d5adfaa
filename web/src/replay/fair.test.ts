import { describe, expect, it } from 'vitest';
import page from '../../../docs/fair-deals.md?raw';
import { bytes, commit, deal, draw, hex, mix, readRecord, shuffle, verify, type RecordEvent } from './fair';
import { sha256 } from './sha256';

interface Vectors {
  seeds: { seed: string; commitment: string; decks: Record<string, string[]> }[];
  mix: { seed: string; contributions: string[]; mixed: string; deck: string[] }[];
  block: { input: string; digest: string };
  deal: { seed: string; hand: number; players: number; dealer: number; size: number; cards: string[]; turned: string };
  draw: { seed: string; players: number; rounds: string[]; dealer: number };
}
const vectors = JSON.parse(/## Test vectors[\s\S]*?```json\n([\s\S]*?)```/.exec(page)![1]!) as Vectors;
const cards = (lines: string[]): string[] => lines.join(' ').split(' ');

describe('the test vectors of docs/fair-deals.md', () => {
  it.each(vectors.seeds)('hold for the seed $seed', ({ seed, commitment, decks }) => {
    expect(commit(bytes(seed))).toBe(commitment);
    for (const [hand, deck] of Object.entries(decks)) expect(shuffle(bytes(seed), Number(hand))).toEqual(cards(deck));
  });
  it.each(vectors.mix)('hold for the contributions $contributions', ({ seed, contributions, mixed, deck }) => {
    expect(hex(mix(bytes(seed), contributions))).toBe(mixed);
    expect(shuffle(bytes(mixed), 1)).toEqual(cards(deck));
  });
  it('hold for a block, a deal and a draw', () => {
    const { block, deal: dealt, draw: drawn } = vectors;
    expect(hex(sha256(bytes(block.input)))).toBe(block.digest);
    const deck = shuffle(bytes(dealt.seed), dealt.hand);
    const hands = deal(deck, dealt.size, dealt.dealer, dealt.players);
    expect(hands.map((hand) => hand.join(' '))).toEqual(dealt.cards);
    expect(deck[dealt.size * dealt.players]).toBe(dealt.turned);
    const { rounds, dealer } = draw(shuffle(bytes(drawn.seed), 0), drawn.players);
    expect(rounds.map((round) => round.map(([seat, card]) => `${seat}:${card}`).join(' '))).toEqual(drawn.rounds);
    expect(dealer).toBe(drawn.dealer);
  });
});

it('hashes messages of every length as the browser does', async () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, index) => (index * 37 + length) % 256);
    expect(hex(sha256(message))).toBe(hex(new Uint8Array(await crypto.subtle.digest('SHA-256', message))));
  }
});

describe('a record', () => {
  const seed = vectors.seeds[1]!.seed;
  const contributions = ['0100', '01'];
  const mixed = mix(bytes(seed), contributions);
  const { rounds, dealer } = draw(shuffle(mixed, 0), 3);
  const events: RecordEvent[] = [
    { type: 'Started', rules: 'players=3', dealer: null, commitment: vectors.seeds[1]!.commitment, contributions },
    ...rounds.map((round) => ({ type: 'Drawn', cards: round.map(([, card]) => card) })),
    ...[3, 2].map((size, index) => {
      const deck = shuffle(mixed, index + 1);
      return { type: 'Dealt', cards: deal(deck, size, (dealer + index) % 3, 3), turned: deck[size * 3] };
    }),
    { type: 'SeedRevealed', seed },
  ];
  const withEvent = (type: string, change: (event: RecordEvent) => RecordEvent): RecordEvent[] => {
    const at = events.findIndex((event) => event.type === type);
    return events.map((event, index) => (index === at ? change(event) : event));
  };

  it('that follows the seed is fair', () => {
    expect(verify(events)).toEqual({ commitment: 'good', wrong: [], hands: 2, contributions });
  });
  it('with two cards exchanged is not', () => {
    const forged = withEvent('Dealt', (event) => {
      const [one, two, ...rest] = event.cards as string[][];
      return { ...event, cards: [[two![0], ...one!.slice(1)], [one![0], ...two!.slice(1)], ...rest] };
    });
    expect(verify(forged).wrong).toEqual([1]);
  });
  it('with another turned card, or another draw, is not', () => {
    expect(verify(withEvent('Dealt', (event) => ({ ...event, turned: null }))).wrong).toEqual([]);
    expect(verify(withEvent('Dealt', (event) => ({ ...event, turned: '2C' }))).wrong).toEqual([1]);
    expect(verify(withEvent('Drawn', (event) => ({ ...event, cards: ['2C', '3C', '4C'] }))).wrong).toEqual([0]);
  });
  it('with another seed breaks its commitment', () => {
    const verdict = verify(withEvent('SeedRevealed', (event) => ({ ...event, seed: '00' })));
    expect(verdict.commitment).toBe('wrong');
    expect(verdict.wrong).toEqual([0, 1, 2]);
  });
  it('without somebody’s contribution deals other cards', () => {
    expect(verify(withEvent('Started', (event) => ({ ...event, contributions: ['01'] }))).wrong).toContain(1);
  });
  it('without a commitment or a seed proves nothing', () => {
    expect(verify(withEvent('Started', (event) => ({ ...event, commitment: null }))).commitment).toBe('none');
    expect(verify(events.slice(0, -1)).commitment).toBe('none');
    expect(verify([]).commitment).toBe('none');
  });
});

it('reads the lines of a record', () => {
  const text = '{"format": "upriver record", "version": 1}\n{"seq": 1, "event": {"type": "TakenBack", "seat": 2}}\n';
  expect(readRecord(text)).toEqual([{ type: 'TakenBack', seat: 2 }]);
});
