import { toasts } from '../design/toasts.svelte';
import { contribution } from '../net/api';
import { TableSocket, type Standing, type Wish } from '../net/socket';
import { tell } from '../table/said';
import type { ServerMessage, View } from '../wire';
import { refusal } from '../words/refusals';
import { changed, frames } from './frames';
import { settings } from './settings.svelte';

const LONGEST_QUEUE = 3;

const BOTS_KEY = 'upriver.bots';

/** The level of a bot that nobody has chosen. */
export function usualLevel(levels: readonly string[]): string {
  return ['rule', 'easy'].find((level) => levels.includes(level)) ?? levels[0] ?? 'rule';
}

/** Remembers that this table is to be filled with bots and begun as soon as it is reached. */
export function wishBots(code: string): void {
  sessionStorage.setItem(BOTS_KEY, code);
}

/** One table as this page sees it: what the server has said, shown at a pace that eyes can follow. */
export class TableStore {
  /** What is shown now. */
  view = $state.raw<View | null>(null);
  standing = $state<Standing>('opening');
  /** The close code, once the server has turned us away for good. */
  closed = $state<number | null>(null);
  /** The card or bid that has been sent and not yet answered. */
  pending = $state<string | null>(null);
  /** Whether the table is being filled and begun without anybody's doing. */
  isBeginning = $state(false);
  /** What has happened, in words, for those who listen. */
  told = $state<{ id: number; text: string }[]>([]);

  #latest: View | null = null;
  #queue: View[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pendingId = '';
  #isGreeted = false;
  #next = 1;
  #socket: TableSocket;

  constructor(code: string) {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    const url = `${scheme}//${location.host}/api/tables/${encodeURIComponent(code)}/socket`;
    this.#socket = new TableSocket(url, {
      message: (message) => this.#hear(message),
      standing: (standing, closeCode) => {
        this.standing = standing;
        if (standing === 'closed') this.closed = closeCode;
      },
    });
    this.#socket.open();
  }

  ask(wish: Wish): void {
    this.#socket.ask(wish);
  }

  /** Bids or plays; shown at once, and taken back where the server refuses. */
  act(action: string): void {
    if (this.pending !== null) return;
    this.pending = action;
    this.#pendingId = this.#socket.ask({ type: 'act', after: this.#socket.seen, action });
  }

  wake(): void {
    this.#socket.wake();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#socket.end();
  }

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        this.#latest = message.view;
        this.#queue = [];
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.view = message.view;
        if (!this.#isGreeted) this.#arrive(message.view);
        this.#isGreeted = true;
        return;
      case 'news': {
        if (!this.#latest) return;
        const before = this.#latest;
        this.#latest = changed(before, message.view);
        if (this.#latest.table.phase !== 'open') this.isBeginning = false;
        for (const { event } of message.events) if (event) this.#tell(tell(event, this.#latest));
        this.#queue.push(...frames(before, this.#latest));
        this.#show();
        return;
      }
      case 'ack':
        if (message.id === this.#pendingId) this.#settle();
        return;
      case 'refused':
        if (message.id === this.#pendingId) this.#settle();
        this.isBeginning = false;
        toasts.say(refusal(message.code, message.details, message.message), 'bad');
        return;
      case 'pong':
      case 'closing':
        return;
    }
  }

  /** Whoever comes to a table that has not begun sits down; whoever opened it to play at once begins. */
  #arrive(view: View): void {
    const { table, you } = view;
    if (table.phase !== 'open') return;
    const isFree = table.seats.some((seat) => !seat.person && !seat.level);
    if (you.seat === null && isFree) this.ask({ type: 'sit', seat: null, contribution: contribution() });
    this.#begin(view);
  }

  /** Fills the table with bots and begins, where that was wished. */
  #begin({ table, you }: View): void {
    if (sessionStorage.getItem(BOTS_KEY) !== table.code || !you.is_host) return;
    sessionStorage.removeItem(BOTS_KEY);
    this.isBeginning = true;
    const level = usualLevel(table.levels);
    for (const { seat, person, level: bot } of table.seats)
      if (!person && !bot) this.ask({ type: 'put_bot', seat, level });
    this.ask({ type: 'start' });
  }

  /** The answer may come before the news that show it: the card lies where it is until both are here. */
  #settle(): void {
    this.#pendingId = '';
    this.pending = null;
  }

  #tell(text: string): void {
    if (text) this.told = [...this.told.slice(-5), { id: this.#next++, text }];
  }

  #show(): void {
    if (this.#timer !== undefined) return;
    // Whoever looks away, or plays at once, is not kept waiting.
    if (document.hidden || settings.hold === 0 || this.#queue.length > LONGEST_QUEUE * 2)
      this.#queue.splice(0, this.#queue.length - 1);
    const next = this.#queue.shift();
    if (!next) return;
    this.view = next;
    if (this.#queue.length === 0) return;
    const isWholeTrick = next.game?.hand?.turn === null && next.you.is_turn === false && next.game.to_act.length === 0;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#show();
      },
      isWholeTrick ? settings.hold : 0,
    );
  }
}
