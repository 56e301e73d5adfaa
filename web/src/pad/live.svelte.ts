import type { Invitation } from '../net/api';
import { ask, Problem } from '../net/http';
import { said } from '../screens/problem';
import { me } from '../state/person.svelte';
import type { Entry } from './model';
import { adopted, another, type Heard, type Keeper } from './keeper.svelte';
import { padStore, type Shelf } from './store';

/* What the server says of shared pads (docs/http.md); only what is read here. */
export interface Share {
  writers: Writers;
  is_keeper: boolean;
  may_write: boolean;
  /** Names on the sheet of which somebody has said "this is me". */
  names: { person: string; is_you: boolean }[];
}
export type Writers = 'keeper' | 'everyone';
interface News {
  seq: number;
  entries: Heard[];
  share: Share;
}
interface Answer {
  outcome: 'stored' | 'stale';
  news: News;
}

/** How many entries go in one request. */
const MOST = 200;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;
/** Refusals that pass by themselves. */
const PASSING = ['offline', 'unavailable', 'busy', 'too-fast', 'too-many-requests', 'internal', 'fault', 'bad-answer'];

function path(pad: string, rest = ''): string {
  return `/api/pads/${encodeURIComponent(pad)}${rest}`;
}

/** A shared pad that is not on this device yet is put there; null where the server has none. */
export async function fetched(id: string, by: string, store: Shelf = padStore): Promise<boolean> {
  let news: News;
  try {
    news = await ask<News>('GET', path(id));
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 404) return false;
    throw problem;
  }
  await adopted(id, news.entries, by, store);
  return true;
}

/** The server's side of an open pad: tells of what others write, and sends what is written here. */
export class Live {
  share = $state.raw<Share | null>(null);
  /** `away` waits to try again; `gone` is shared no longer. */
  standing = $state<'off' | 'opening' | 'open' | 'away' | 'gone'>('off');
  /** Why the server does not take what was written here. */
  refusal = $state<string | null>(null);

  #keeper: Keeper;
  #source: EventSource | null = null;
  #failures = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | null = null;
  #isClosed = false;
  #wake = (): void => {
    if (document.hidden || !navigator.onLine) return;
    this.#failures = 0;
    // After a while in the pocket a stream may be dead without having heard of it.
    if (this.#source) void this.#look();
    else this.open();
  };
  #rest = (): void => this.#away();

  constructor(keeper: Keeper) {
    this.#keeper = keeper;
    keeper.onpending = () => void this.send();
    keeper.onshared = () => this.open();
    window.addEventListener('online', this.#wake);
    window.addEventListener('offline', this.#rest);
    document.addEventListener('visibilitychange', this.#wake);
    if (keeper.kept.isShared) this.open();
  }

  /** Listens to the server from now on. */
  open(): void {
    clearTimeout(this.#retry);
    if (this.#source || this.#isClosed || this.standing === 'gone' || !this.#keeper.kept.isShared) return;
    if (!navigator.onLine) {
      this.standing = 'away';
      return;
    }
    this.standing = 'opening';
    const { id } = this.#keeper.kept;
    const source = new EventSource(path(id, `/news?since=${this.#keeper.settled.length}`));
    this.#source = source;
    source.addEventListener('news', ({ data }: MessageEvent<string>) => {
      this.#failures = 0;
      this.standing = 'open';
      this.#hear(JSON.parse(data) as News);
      void this.send();
    });
    source.addEventListener('unshared', () => this.#gone());
    // The browser would try again by itself, but asks for what it asked for first.
    source.onerror = () => {
      this.#away();
      void this.#look();
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#away();
    clearTimeout(this.#retry);
    this.#keeper.onpending = this.#keeper.onshared = () => undefined;
    window.removeEventListener('online', this.#wake);
    window.removeEventListener('offline', this.#rest);
    document.removeEventListener('visibilitychange', this.#wake);
  }

  /** Shares the pad under this name, or goes on where an earlier try was lost. */
  async begin(name: string, writers: Writers): Promise<void> {
    await me.beCalled(name);
    await this.#keeper.save();
    const entries = this.#keeper.settled.map(({ at, by, event }) => ({ at: at ?? null, by: by ?? '', event }));
    const news = await ask<News>('PUT', path(this.#keeper.kept.id), { entries, writers });
    this.#keeper.shared(news.entries);
    this.share = news.share;
    this.standing = 'off';
    this.open();
  }

  async unshare(): Promise<void> {
    await ask<null>('DELETE', path(this.#keeper.kept.id));
    this.#gone();
  }

  async setWriters(writers: Writers): Promise<void> {
    this.share = await ask<Share>('PATCH', path(this.#keeper.kept.id), { writers });
  }

  /** Says which name on the sheet is one's own; null for none. */
  async be(person: string | null): Promise<void> {
    const name = this.#keeper.pad.people.find(({ id }) => id === person)?.name;
    await me.look();
    if (!me.person && name) await me.beCalled(name);
    this.share = await ask<Share>('PUT', path(this.#keeper.kept.id, '/me'), { person });
    // Listens again as the person that this now is, who may perhaps write.
    this.#away();
    const { kept, ledger } = this.#keeper;
    const writers = new Set(ledger.entries.map(({ by }) => by));
    // What has been written here stays undoable here: only who has not written yet takes their name.
    if (me.person && !writers.has(kept.by)) {
      const { name } = me.person;
      this.#keeper.writeAs(writers.has(name) ? another(name, writers) : name);
    }
    this.open();
  }

  /** Takes a name from whoever has said to be that; only the keeper can. */
  async free(person: string): Promise<void> {
    this.share = await ask<Share>('DELETE', path(this.#keeper.kept.id, `/names/${encodeURIComponent(person)}`));
  }

  invitation(): Promise<Invitation> {
    return ask<Invitation>('GET', path(this.#keeper.kept.id, '/invitation'));
  }

  /** Sends what waits, until nothing does or the server cannot be reached. */
  send(): Promise<void> {
    this.#sending ??= this.#send().finally(() => (this.#sending = null));
    return this.#sending;
  }

  async #send(): Promise<void> {
    const keeper = this.#keeper;
    while (keeper.pending.length > 0 && this.share?.may_write && navigator.onLine && !this.#isClosed) {
      const entries = keeper.pending.slice(0, MOST).map(lineOf);
      try {
        const answer = await ask<Answer>('POST', path(keeper.kept.id, '/entries'), {
          after: keeper.settled.length,
          entries,
        });
        this.refusal = null;
        this.#hear(answer.news);
      } catch (problem) {
        if (!(problem instanceof Problem)) throw problem;
        if (PASSING.includes(problem.code)) this.#later();
        else if (problem.code === 'pad-writer') {
          keeper.writeAs(another(keeper.kept.by, new Set(keeper.settled.map(({ by }) => by))));
          continue;
        } else this.refusal = said(problem);
        return;
      }
    }
  }

  #hear(news: News): void {
    this.share = news.share;
    this.#keeper.hear(news.entries);
  }

  /** Asks for what a stream that has ended, or may be dead, has not told of. */
  async #look(): Promise<void> {
    try {
      const news = await ask<News>('GET', path(this.#keeper.kept.id, `?since=${this.#keeper.settled.length}`));
      this.#hear(news);
      if (this.#source) await this.send();
      else this.#later();
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 404) this.#gone();
      else {
        this.#away();
        this.#later();
      }
    }
  }

  #later(): void {
    if (this.#isClosed) return;
    if (!this.#source) this.standing = 'away';
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures++) * (0.5 + Math.random() / 2);
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (this.#source) void this.send();
      else this.open();
    }, wait);
  }

  #away(): void {
    this.#source?.close();
    this.#source = null;
    if (this.standing !== 'gone') this.standing = this.#keeper.kept.isShared ? 'away' : 'off';
  }

  #gone(): void {
    this.#away();
    this.standing = 'gone';
    this.share = null;
    this.#keeper.unshared();
  }
}

function lineOf({ id, at, by, event }: Entry & { id: string }): object {
  return { id, at: at ?? null, by: by ?? '', event };
}
