import { beforeEach, describe, expect, it } from 'vitest';
import type { ServerMessage, View } from '../wire';
import { TableSocket, type Pipe, type Standing, type World } from './socket';

class FakePipe implements Pipe {
  sent: Record<string, unknown>[] = [];
  isClosed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.isClosed = true;
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome(seq: number): void {
    this.onopen?.();
    this.say({ type: 'welcome', seq, now: 0, events: [], view: {} as View });
  }
}

class FakeWorld implements World {
  pipes: FakePipe[] = [];
  timers: { at: number; then: () => void }[] = [];
  now = 0;
  ids = 0;
  open(): Pipe {
    const pipe = new FakePipe();
    this.pipes.push(pipe);
    return pipe;
  }
  after(ms: number, then: () => void): () => void {
    const timer = { at: this.now + ms, then };
    this.timers.push(timer);
    return () => {
      this.timers = this.timers.filter((each) => each !== timer);
    };
  }
  random(): number {
    return 1;
  }
  id(): string {
    return `id${++this.ids}`;
  }
  pass(ms: number): void {
    const end = this.now + ms;
    for (;;) {
      const next = this.timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((timer) => timer !== next);
      this.now = next.at;
      next.then();
    }
    this.now = end;
  }
}

describe('the socket', () => {
  let world: FakeWorld;
  let heard: ServerMessage[];
  let standings: Standing[];
  let socket: TableSocket;
  const pipe = (): FakePipe => world.pipes.at(-1)!;

  beforeEach(() => {
    world = new FakeWorld();
    heard = [];
    standings = [];
    socket = new TableSocket(
      'ws://here',
      { message: (message) => heard.push(message), standing: (standing) => standings.push(standing) },
      world,
    );
    socket.open();
  });

  it('says what it has seen, and again after it was lost', () => {
    pipe().welcome(41);
    expect(pipe().sent).toEqual([{ type: 'hello', since: 0 }]);
    pipe().say({ type: 'news', seq: 44, now: 0, events: [], view: { you: {} as never } });
    pipe().onclose?.({ code: 1012 });
    world.pass(400);
    expect(world.pipes).toHaveLength(2);
    pipe().onopen?.();
    expect(pipe().sent).toEqual([{ type: 'hello', since: 44 }]);
    expect(standings).toEqual(['opening', 'open', 'away', 'opening']);
  });

  it('sends what was not acknowledged again, with the same id, and what was not at all', () => {
    pipe().welcome(1);
    socket.ask({ type: 'act', after: 1, action: 'QS' });
    socket.ask({ type: 'next_hand' });
    pipe().say({ type: 'ack', id: 'id1', seq: 2 });
    pipe().onclose?.({ code: 1006 });
    socket.ask({ type: 'say', text: 'hello' });
    world.pass(400);
    pipe().welcome(2);
    expect(pipe().sent).toEqual([
      { type: 'hello', since: 1 },
      { type: 'next_hand', id: 'id2' },
      { type: 'say', text: 'hello', id: 'id3' },
    ]);
  });

  it('forgets what was refused, but asks again what the server could not do just then', () => {
    pipe().welcome(1);
    socket.ask({ type: 'start' });
    socket.ask({ type: 'leave' });
    pipe().say({ type: 'refused', id: 'id1', code: 'host-only', message: '', details: {} });
    pipe().say({ type: 'refused', id: 'id2', code: 'unavailable', message: '', details: {} });
    pipe().sent = [];
    world.pass(1000);
    expect(pipe().sent).toEqual([{ type: 'leave', id: 'id2' }]);
  });

  it('waits longer after each failure, up to a limit, and not at all when woken', () => {
    const waits: number[] = [];
    for (let tries = 0; tries < 8; tries++) {
      const before = world.now;
      pipe().onclose?.({ code: 1006 });
      const count = world.pipes.length;
      while (world.pipes.length === count) world.pass(100);
      waits.push(world.now - before);
    }
    expect(waits).toEqual([400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
    pipe().onclose?.({ code: 1006 });
    const count = world.pipes.length;
    socket.wake();
    expect(world.pipes).toHaveLength(count + 1);
  });

  it('gives up where trying again would change nothing', () => {
    pipe().onclose?.({ code: 4002 });
    world.pass(60_000);
    expect(world.pipes).toHaveLength(1);
    expect(standings.at(-1)).toBe('closed');
  });

  it('leaves a line that has gone silent', () => {
    pipe().welcome(1);
    const silent = pipe();
    world.pass(20_000);
    expect(silent.sent.at(-1)).toEqual({ type: 'ping' });
    world.pass(8_000);
    expect(silent.isClosed).toBe(true);
    expect(standings.at(-1)).toBe('away');
    world.pass(400);
    expect(world.pipes).toHaveLength(2);
  });

  it('keeps a line that answers', () => {
    pipe().welcome(1);
    for (let minute = 0; minute < 3; minute++) {
      world.pass(20_000);
      pipe().say({ type: 'pong', now: 0 });
    }
    expect(world.pipes).toHaveLength(1);
    expect(heard.filter((message) => message.type === 'pong')).toHaveLength(3);
  });

  it('is quiet once ended', () => {
    pipe().welcome(1);
    socket.end();
    expect(pipe().isClosed).toBe(true);
    pipe().onclose?.({ code: 1000 });
    world.pass(60_000);
    expect(world.pipes).toHaveLength(1);
  });
});
