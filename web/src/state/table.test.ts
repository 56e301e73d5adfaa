import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import playing from '../fixtures/play-4.json';
import { toasts } from '../design/toasts.svelte';
import type { ClientMessage, Numbered, ServerMessage, View } from '../wire';
import { deals } from './deals';
import { TableStore } from './table.svelte';

class FakeSocket {
  static all: FakeSocket[] = [];
  sent: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  constructor() {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(): void {}
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(seq: number, events: Numbered[] | null): void {
    this.onopen?.();
    this.say({ type: 'welcome', seq, now: 0, events, view });
  }
}
const view = playing as unknown as View;
const entry = (seq: number, event: Numbered['event']): Numbered => ({ seq, at: 0, by: '', event });
const line = (): FakeSocket => FakeSocket.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', FakeSocket);
  FakeSocket.all = [];
  toasts.shown = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('catches up after a lost line: what happened is said, and what was not acknowledged is asked again', () => {
  const table = new TableStore('K7R4M');
  line().welcome(20, []);
  table.act('QS');
  line().onclose?.({ code: 1006 });
  expect(table.standing).toBe('away');
  expect(table.pending).toBe('QS');
  vi.advanceTimersByTime(2000);
  line().welcome(23, [
    entry(21, { type: 'Resumed' }),
    entry(22, { type: 'CardPlayed', seat: 1, card: '10H' }),
    entry(23, null),
  ]);
  expect(table.standing).toBe('open');
  expect(table.told.map((each) => each.text).join()).toContain('ten of hearts');
  expect(toasts.shown.map((toast) => toast.text)).toEqual(['1 thing has happened meanwhile.']);
  expect(line().sent.map((message) => message.type)).toEqual(['hello', 'act']);
  table.end();
});

it('is quiet where nothing happened meanwhile, or too much to say', () => {
  const table = new TableStore('K7R4M');
  line().welcome(20, []);
  for (const events of [[], null]) {
    line().onclose?.({ code: 1012 });
    vi.advanceTimersByTime(20_000);
    line().welcome(20, events);
  }
  expect(toasts.shown).toEqual([]);
  table.end();
});

it('keeps what the deals can be checked by', () => {
  const table = new TableStore('K7R4M');
  const chance = 'ab'.repeat(16);
  line().welcome(20, [entry(20, { type: 'SatDown', user: 'u', name: 'Otter', seat: 2, contribution: chance })]);
  expect(deals.giver(chance)).toEqual({ own: false, name: 'Otter' });
  expect(deals.wasShown(view.game!.commitment!)).toBe(true);
  table.end();
});
