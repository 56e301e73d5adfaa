import { describe, expect, it } from 'vitest';
import kept from '../fixtures/replay.json';
import type { Replay } from '../net/api';
import { find, momentsOf } from '../replay/moments';
import type { View } from '../wire';
import { toneFor } from './tones';

const moments = momentsOf(kept as unknown as Replay, null);
const view = (address: string, seat: number | null, isTurn = false): View => {
  const found = moments[find(moments, address)]!.view;
  return { ...found, you: { ...found.you, seat, is_turn: isTurn } };
};
const hand = moments[find(moments, 'h2t1e')]!.view.game!.hand!;
const winner = hand.last_trick!.winner!;
const made = hand.needs.findIndex((needs) => needs === 0);
const missed = hand.needs.findIndex((needs, seat) => needs !== 0 && seat !== winner);

describe('a tone', () => {
  it('says that it is your turn, once', () => {
    expect(toneFor(view('h1', 0), view('h1b1', 0, true))).toBe('turn');
    expect(toneFor(view('h1', 0, true), view('h1b1', 0, true))).toBeNull();
  });
  it('says that the trick is yours, to nobody else', () => {
    const [before, after] = ['h1t1', 'h1t1e'];
    const whose = view(after, 0).game!.hand!.last_trick!.winner!;
    expect(toneFor(view(before, whose), view(after, whose))).toBe('trick');
    expect(toneFor(view(before, (whose + 1) % 3), view(after, (whose + 1) % 3))).toBeNull();
  });
  it('says that you made the hand, and nothing where you missed', () => {
    expect(toneFor(view('h2t1', made), view('h2t1e', made))).toBe('made');
    expect(toneFor(view('h2t1', missed), view('h2t1e', missed))).toBeNull();
  });
  it('is silent on arrival, after a jump, and for watchers', () => {
    expect(toneFor(null, view('h1b1', 0, true))).toBeNull();
    expect(toneFor(view('h1t1', winner), view('h2t1e', winner))).toBeNull();
    expect(toneFor(view('h2t1', null), view('h2t1e', null))).toBeNull();
  });
});
