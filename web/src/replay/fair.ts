/* Deals a finished game again from its seed, and compares (docs/fair-deals.md). Nothing here trusts the server. */
import { RANKS } from '../cards/cards';
import { sha256 } from './sha256';

/** An event of a record, as its lines have them (docs/records.md). */
export type RecordEvent = { type: string } & Record<string, unknown>;

export interface Verdict {
  /** `none`: the record has no commitment or no seed, so nothing can be checked. */
  commitment: 'good' | 'wrong' | 'none';
  /** The draw and the hands that are not what the seed gives; 0 stands for the draw. */
  wrong: number[];
  /** How many hands were dealt again. */
  hands: number;
  contributions: string[];
}

export const DECK = ['C', 'D', 'S', 'H'].flatMap((suit) => RANKS.map((rank) => rank + suit));
const strength = (card: string): number => DECK.indexOf(card) % RANKS.length;

export function bytes(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));
}
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
function hash(label: string, ...parts: Uint8Array[]): Uint8Array {
  return sha256(Uint8Array.from([...new TextEncoder().encode(`${label}\n`), ...parts.flatMap((part) => [...part])]));
}
function number(value: number): Uint8Array {
  const four = new DataView(new ArrayBuffer(4));
  four.setUint32(0, value);
  return new Uint8Array(four.buffer);
}

export function commit(seed: Uint8Array): string {
  return hex(hash('upriver commitment 1', seed));
}

/** Contributions in hexadecimal: its order is that of the bytes, a beginning before what goes on. */
export function mix(seed: Uint8Array, contributions: readonly string[]): Uint8Array {
  if (contributions.length === 0) return seed;
  const parts = [seed, ...[...contributions].sort().map(bytes)];
  return hash('upriver mix 1', ...parts.flatMap((part) => [number(part.length), part]));
}

function* stream(seed: Uint8Array, hand: number): Generator<number, never> {
  for (let block = 0; ; block++) yield* hash('upriver shuffle 1', number(hand), number(block), seed);
}

export function shuffle(seed: Uint8Array, hand: number): string[] {
  const deck = [...DECK];
  const numbers = stream(seed, hand);
  for (let last = 51; last > 0; last--) {
    const bound = last + 1;
    let byte = numbers.next().value;
    while (byte >= 256 - (256 % bound)) byte = numbers.next().value;
    const other = byte % bound;
    [deck[last], deck[other]] = [deck[other]!, deck[last]!];
  }
  return deck;
}

export function deal(deck: readonly string[], size: number, dealer: number, players: number): string[][] {
  const cards = Array.from({ length: players }, (): string[] => []);
  for (let place = 0; place < size * players; place++) cards[(dealer + 1 + place) % players]!.push(deck[place]!);
  return cards;
}

export function draw(deck: readonly string[], players: number): { rounds: [number, string][][]; dealer: number } {
  let seats = Array.from({ length: players }, (_, seat) => seat);
  const rounds: [number, string][][] = [];
  let gone = 0;
  while (seats.length > 1 && gone + seats.length <= deck.length) {
    const round = seats.map((seat, index): [number, string] => [seat, deck[gone + index]!]);
    const best = Math.max(...round.map(([, card]) => strength(card)));
    gone += seats.length;
    seats = round.filter(([, card]) => strength(card) === best).map(([seat]) => seat);
    rounds.push(round);
  }
  return { rounds, dealer: seats[0]! };
}

/** The events of a record in JSON Lines. */
export function readRecord(text: string): RecordEvent[] {
  return text
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { event: RecordEvent }).event);
}

export function verify(events: readonly RecordEvent[]): Verdict {
  const started = events.find((event) => event.type === 'Started');
  const dealt = events.filter((event) => event.type === 'Dealt');
  const revealed = events.find((event) => event.type === 'SeedRevealed');
  const contributions = (started?.contributions ?? []) as string[];
  const verdict: Verdict = { commitment: 'none', wrong: [], hands: dealt.length, contributions };
  if (!started?.commitment || !revealed) return verdict;

  const seed = bytes(revealed.seed as string);
  verdict.commitment = commit(seed) === started.commitment ? 'good' : 'wrong';
  const mixed = mix(seed, contributions);
  const players = (dealt[0]?.cards as string[][] | undefined)?.length ?? 0;
  const drawn = events.filter((event) => event.type === 'Drawn').map((event) => event.cards);
  const right = draw(shuffle(mixed, 0), players);
  const chosen = started.dealer as number | null;
  const rounds = chosen === null ? right.rounds.map((round) => round.map(([, card]) => card)) : [];
  if (!isSame(drawn, rounds)) verdict.wrong.push(0);

  dealt.forEach(({ cards, turned }, index) => {
    const deck = shuffle(mixed, index + 1);
    const size = (cards as string[][])[0]!.length;
    const first = chosen ?? right.dealer;
    const again = deal(deck, size, (first + index) % players, players);
    const next = turned === null ? null : deck[size * players];
    if (!isSame(cards, again) || turned !== next) verdict.wrong.push(index + 1);
  });
  return verdict;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
