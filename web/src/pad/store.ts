/**
 * The pads on this device, in IndexedDB. A line is added and never changed; its number can be taken once only, so that
 * two pages of the same browser cannot write over one another. What is written is asked to be on the disk.
 */
import type { Entry } from './model';

/** What the list of pads shows of one, and how it is shared. */
export interface Kept {
  id: string;
  title: string;
  names: string[];
  totals: number[];
  places: number[];
  /** Hands that are over, of so many. */
  played: number;
  hands: number;
  isOver: boolean;
  /** The name under which this device writes. */
  by: string;
  /** Seconds since 1970. */
  began: number;
  changed: number;
  isArchived: boolean;
  /** When it was deleted; it can be brought back for a while. */
  deleted: number | null;
  isShared: boolean;
  /** Whether this device may write, as far as it knows. */
  mayWrite: boolean;
}
/** An own line that the server has not taken yet, with what it is called there. */
export type Own = Entry & { id: string };
/** A pad with its lines: those that are settled, and those still to be sent. */
export interface Stored {
  kept: Kept;
  entries: Entry[];
  pending: Own[];
}

/** What is to be written of a shared pad. */
export interface Settled {
  /** Lines as the server has them. */
  entries: readonly Entry[];
  /** Own lines to be sent, and the ids of those that are not any more. */
  pending: readonly Own[];
  done: readonly string[];
  /** After how many lines those on the disk are others than the server's; null where they are the same. */
  cut: number | null;
}

/** Another page of this browser has written meanwhile: read, and decide again. */
export class TakenError extends Error {}

/** How long a deleted pad can be brought back, in seconds. */
export const GRACE_S = 30 * 24 * 3600;
const NAME = 'upriver pads';
const VERSION = 1;
const STORES = ['pads', 'entries', 'pending'] as const;

type Rows = Record<(typeof STORES)[number], IDBObjectStore>;
interface Line {
  pad: string;
  seq: number;
  entry: Entry;
}
interface Waiting {
  pad: string;
  id: string;
  entry: Own;
}

export class PadStore {
  #base: Promise<IDBDatabase> | null = null;
  #ears = new Set<(pad: string) => void>();
  #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(NAME) : null;

  constructor() {
    this.#channel?.addEventListener('message', ({ data }) => this.#ears.forEach((hear) => hear(String(data))));
  }

  /** Calls back when another page of this browser has changed a pad; returns what ends that. */
  onchange(hear: (pad: string) => void): () => void {
    this.#ears.add(hear);
    return () => this.#ears.delete(hear);
  }

  /** All pads, the newest first; those deleted long ago are cleared away. */
  async list(now: number): Promise<Kept[]> {
    const all = await this.#do('readonly', ({ pads }) => asked<Kept[]>(pads.getAll()));
    const isOld = ({ deleted }: Kept): boolean => deleted !== null && deleted < now - GRACE_S;
    for (const { id } of all.filter(isOld)) await this.forget(id);
    return all.filter((pad) => !isOld(pad)).sort((a, b) => b.changed - a.changed);
  }

  async read(id: string): Promise<Stored | null> {
    return this.#do('readonly', async ({ pads, entries, pending }) => {
      const [kept, lines, waiting] = await Promise.all([
        asked<Kept | undefined>(pads.get(id)),
        asked<Line[]>(entries.getAll(linesOf(id))),
        asked<Waiting[]>(pending.getAll(waitingOf(id))),
      ]);
      if (!kept) return null;
      const pendingNow = waiting.map(({ entry }) => entry).sort((a, b) => a.seq - b.seq);
      return { kept, entries: lines.map(({ entry }) => entry), pending: pendingNow };
    });
  }

  /**
   * Writes lines at the end of a pad, and what the list shows of it.
   *
   * @throws TakenError where the numbers are taken
   */
  async append(kept: Kept, entries: readonly Entry[]): Promise<void> {
    await this.#write(kept.id, async ({ pads, entries: lines }) => {
      await Promise.all([shown(pads, kept), ...entries.map((entry) => asked(lines.add(line(kept.id, entry))))]);
    });
  }

  /** Writes what has become of a shared pad. */
  async settle(kept: Kept, { entries, pending, done, cut }: Settled): Promise<void> {
    await this.#write(kept.id, async ({ pads, entries: lines, pending: waiting }) => {
      if (cut !== null) lines.delete(linesOf(kept.id, cut + 1));
      for (const entry of entries) lines.put(line(kept.id, entry));
      for (const id of done) waiting.delete([kept.id, id]);
      for (const entry of pending) waiting.put({ pad: kept.id, id: entry.id, entry } satisfies Waiting);
      await shown(pads, kept);
    });
  }

  /** Changes what the list shows of a pad, but none of its lines. */
  async change(id: string, change: Partial<Omit<Kept, 'id'>>): Promise<void> {
    await this.#write(id, async ({ pads }) => {
      const kept = await asked<Kept | undefined>(pads.get(id));
      if (kept) pads.put({ ...kept, ...change });
    });
  }

  /** Removes a pad for good. */
  async forget(id: string): Promise<void> {
    await this.#write(id, async ({ pads, entries, pending }) => {
      pads.delete(id);
      entries.delete(linesOf(id));
      pending.delete(waitingOf(id));
    });
  }

  async #write(id: string, work: (rows: Rows) => Promise<unknown>): Promise<void> {
    await this.#do('readwrite', work);
    this.#channel?.postMessage(id);
  }

  /** Does some work in one transaction, and waits until that is done. */
  async #do<T>(mode: IDBTransactionMode, work: (rows: Rows) => Promise<T>): Promise<T> {
    const base = await this.#opened();
    const transaction = base.transaction(STORES, mode, { durability: 'strict' });
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('nothing was written'));
    });
    const rows = Object.fromEntries(STORES.map((name) => [name, transaction.objectStore(name)])) as unknown as Rows;
    try {
      const [result] = await Promise.all([work(rows), done]);
      return result;
    } catch (problem) {
      await done.catch(() => undefined);
      throw problem instanceof DOMException && problem.name === 'ConstraintError' ? new TakenError() : problem;
    }
  }

  #opened(): Promise<IDBDatabase> {
    const forget = (): void => {
      this.#base = null;
    };
    this.#base ??= opened(forget).catch((problem: unknown) => {
      forget();
      throw problem;
    });
    return this.#base;
  }
}

function opened(onclose: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      const base = request.result;
      base.createObjectStore('pads', { keyPath: 'id' });
      base.createObjectStore('entries', { keyPath: ['pad', 'seq'] });
      base.createObjectStore('pending', { keyPath: ['pad', 'id'] });
    };
    request.onsuccess = () => {
      const base = request.result;
      // A page of a newer version wants to change the stores: it shall not wait for this one.
      base.onversionchange = () => {
        base.close();
        onclose();
      };
      base.onclose = onclose;
      resolve(base);
    };
    request.onerror = () => reject(request.error ?? new Error('the pads cannot be opened'));
  });
}

function asked<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error('the pads cannot be read'));
  });
}

/** Keeps what the list shows of a pad, but for what is decided in the list itself. */
async function shown(pads: IDBObjectStore, kept: Kept): Promise<void> {
  const before = await asked<Kept | undefined>(pads.get(kept.id));
  pads.put(before ? { ...kept, isArchived: before.isArchived, deleted: before.deleted } : kept);
}

function line(pad: string, entry: Entry): Line {
  return { pad, seq: entry.seq, entry };
}

function linesOf(pad: string, first = 0): IDBKeyRange {
  return IDBKeyRange.bound([pad, first], [pad, Infinity]);
}

function waitingOf(pad: string): IDBKeyRange {
  return IDBKeyRange.bound([pad, ''], [pad, '\uffff']);
}

/** What an open pad needs of the store. */
export type Shelf = Pick<PadStore, 'list' | 'read' | 'append' | 'settle' | 'onchange'>;

export const padStore = new PadStore();
