import { toasts } from '../design/toasts.svelte';
import { api, contribution, type HintGiven } from '../net/api';
import { TableSocket, type Standing, type Wish } from '../net/socket';
import { account } from '../table/account';
import { alarm, personName, tell } from '../table/said';
import type { Numbered, ServerMessage, View } from '../wire';
import { refusal } from '../words/refusals';
import { words } from '../words/words.svelte';
import { clock } from './clock.svelte';
import { deals } from './deals';
import { changed, frames } from './frames';
import { settings } from './settings.svelte';

const LONGEST_QUEUE = 3;
/** So much of what has happened stays for those who listen. */
const MOST_TOLD = 60;
/** A draw shows a card for everybody: it is read for longer than a trick. */
const DRAW_HOLDS = 1.6;

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
  #next = 1;
  #code: string;
  #socket: TableSocket;

  constructor(code: string) {
    this.#code = code;
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

  /** What the server advises for what this page has seen. */
  hint(): Promise<HintGiven> {
    return api.hint(this.#code, this.#socket.seen);
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
      case 'welcome': {
        clock.hear(message.now, true);
        const known = this.#latest;
        this.#latest = message.view;
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#remember(message.events ?? []);
        this.#queue = frames(this.view, message.view);
        this.#show();
        if (known) this.#catchUp(message.events ?? [], known);
        else this.#arrive(message.view);
        return;
      }
      case 'news': {
        if (!this.#latest) return;
        clock.hear(message.now, false);
        const before = this.#latest;
        this.#latest = changed(before, message.view);
        if (this.#latest.table.phase !== 'open') this.isBeginning = false;
        this.#remember(message.events);
        this.#tell(message.events, before);
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

  /** Keeps what the deals can be checked by afterwards. */
  #remember(entries: readonly Numbered[]): void {
    const { table, game } = this.#latest!;
    for (const { event } of entries) if (event) deals.heard(event, (user) => personName(this.#latest!, user));
    if (table.phase === 'open') deals.saw(table.commitment);
    if (game?.phase !== 'over') deals.saw(game?.commitment ?? null);
  }

  /** What happened while the line was lost is said, and those who look hear that there was something. */
  #catchUp(entries: readonly Numbered[], known: View): void {
    this.#tell(entries, known);
    const missed = entries.filter(({ event }) => event && tell(event, this.#latest!)).length;
    if (missed > 0) toasts.say(words.count('net.missed', missed));
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

  /** What concerns this person alone is shown as well as said. */
  #tell(entries: readonly Numbered[], before: View): void {
    const view = this.#latest!;
    for (const { event, by } of entries) {
      const urgent = event && alarm(event, view, by);
      if (urgent) toasts.say(urgent);
    }
    const lines = account(entries, before, view).map((text) => ({ id: this.#next++, text }));
    if (lines.length > 0) this.told = [...this.told, ...lines].slice(-MOST_TOLD);
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
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#show();
    }, holdOf(next));
  }
}

/** How long a view stays although the next is there: a draw and a finished trick are to be seen. */
function holdOf({ game, you }: View): number {
  if (game?.phase === 'draw') return settings.hold * DRAW_HOLDS;
  const isWholeTrick = game?.hand?.turn === null && !you.is_turn && game.to_act.length === 0;
  return isWholeTrick ? settings.hold : 0;
}
