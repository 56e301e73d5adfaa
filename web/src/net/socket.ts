import type { ClientMessage, ServerMessage } from '../wire';

export type Asked = Exclude<ClientMessage, { type: 'hello' } | { type: 'ping' }>;
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;
/** What may be asked of the table; the socket gives it its id. */
export type Wish = WithoutId<Asked>;

/** How the connection stands: `late` is open but unanswered, `away` waits to try again. */
export type Standing = 'opening' | 'open' | 'away' | 'closed';

/** The part of a WebSocket that is used. */
export interface Pipe {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}
export interface World {
  open(url: string): Pipe;
  after(ms: number, then: () => void): () => void;
  random(): number;
  id(): string;
}
export interface Ears {
  message(message: ServerMessage): void;
  standing(standing: Standing, code: number | null): void;
}

/** Codes after which trying again would change nothing (docs/protocol.md). */
const FINAL = [4001, 4002, 4003, 4004, 4005];
const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10_000;
const PING_MS = 20_000;
const SILENCE_MS = 8_000;

/**
 * One table's socket. It comes back by itself, says what it has seen, and sends what was not acknowledged again with
 * the same id, so that nothing is lost and nothing done twice.
 */
export class TableSocket {
  #url: string;
  #ears: Ears;
  #world: World;
  #pipe: Pipe | null = null;
  #seen = 0;
  #failures = 0;
  #greeted = false;
  #waiting = new Map<string, Asked>();
  #cancelRetry: () => void = () => undefined;
  #cancelPing: () => void = () => undefined;
  #cancelSilence: () => void = () => undefined;
  #ended = false;

  constructor(url: string, ears: Ears, world: World = browser) {
    this.#url = url;
    this.#ears = ears;
    this.#world = world;
  }

  /** The seq of the last event that has been seen. */
  get seen(): number {
    return this.#seen;
  }

  open(): void {
    this.#cancelRetry();
    if (this.#pipe || this.#ended) return;
    this.#ears.standing('opening', null);
    const pipe = this.#world.open(this.#url);
    this.#pipe = pipe;
    pipe.onopen = () => {
      this.#send({ type: 'hello', since: this.#seen });
      this.#listen();
    };
    pipe.onmessage = ({ data }) => this.#hear(JSON.parse(String(data)) as ServerMessage);
    pipe.onclose = ({ code }) => this.#lost(code);
  }

  /** Asks something of the table; it is kept until the server has answered. Returns its id. */
  ask(wish: Wish): string {
    const asked = { ...wish, id: this.#world.id() } as Asked;
    this.#waiting.set(asked.id, asked);
    if (this.#greeted) this.#send(asked);
    return asked.id;
  }

  /** Tries again now: the network came back, or the page is looked at again. */
  wake(): void {
    if (this.#pipe) this.#ping();
    else this.open();
  }

  end(): void {
    this.#ended = true;
    this.#quiet();
    this.#cancelRetry();
    this.#pipe?.close();
    this.#pipe = null;
  }

  #hear(message: ServerMessage): void {
    this.#cancelSilence();
    this.#listen();
    if (message.type === 'welcome' || message.type === 'news') this.#seen = Math.max(this.#seen, message.seq);
    if (message.type === 'ack' || message.type === 'refused') {
      if (message.type === 'refused' && isPassing(message.code)) this.#again(message.id);
      else this.#waiting.delete(message.id);
    }
    if (message.type === 'welcome') {
      this.#greeted = true;
      this.#failures = 0;
      for (const asked of this.#waiting.values()) this.#send(asked);
      this.#ears.standing('open', null);
    }
    this.#ears.message(message);
  }

  #again(id: string): void {
    const asked = this.#waiting.get(id);
    if (asked)
      this.#world.after(1000, () => {
        if (this.#greeted && this.#waiting.has(id)) this.#send(asked);
      });
  }

  #lost(code: number): void {
    this.#quiet();
    this.#pipe = null;
    this.#greeted = false;
    if (this.#ended) return;
    if (FINAL.includes(code)) {
      this.#ended = true;
      this.#ears.standing('closed', code);
      return;
    }
    const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++);
    this.#ears.standing('away', code);
    this.#cancelRetry = this.#world.after(longest * (0.5 + this.#world.random() / 2), () => this.open());
  }

  #listen(): void {
    this.#cancelPing();
    this.#cancelPing = this.#world.after(PING_MS, () => this.#ping());
  }

  #ping(): void {
    if (!this.#greeted) return;
    this.#cancelPing();
    this.#cancelSilence();
    this.#send({ type: 'ping' });
    this.#cancelSilence = this.#world.after(SILENCE_MS, () => {
      const pipe = this.#pipe;
      this.#lost(1006);
      if (pipe) {
        pipe.onclose = pipe.onmessage = pipe.onopen = null;
        pipe.close();
      }
    });
  }

  #quiet(): void {
    this.#cancelPing();
    this.#cancelSilence();
  }

  #send(message: ClientMessage): void {
    this.#pipe?.send(JSON.stringify(message));
  }
}

/** Refusals that say "not now": the same will be asked again. */
function isPassing(code: string): boolean {
  return code === 'busy' || code === 'unavailable';
}

const browser: World = {
  open: (url) => new WebSocket(url) as unknown as Pipe,
  after: (ms, then) => {
    const timer = setTimeout(then, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  id: () => randomHex(12),
};

/** Random bytes in hexadecimal. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
}
