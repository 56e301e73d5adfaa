import { randomHex } from '../net/socket';
import { stored as setting } from '../state/settings.svelte';
import { words } from '../words/words.svelte';
import { EMPTY, fold, start, takeBack, toRedo, toUndo, write, type Ledger, type Stamp } from './fold';
import type { Cells, Entry } from './model';
import { padOf } from './pad';
import { rebase, type Clash } from './rebase';
import { load } from './record';
import { places } from './sheet';
import { padStore, TakenError, type Kept, type Own, type Settled, type Shelf, type Stored } from './store';

const RETRY_MS = 2000;

/** Now, as a record has it. */
export function now(): string {
  return `${new Date().toISOString().slice(0, 19)}+00:00`;
}

/** Begins a pad on this device; its id. */
export async function begin(cells: Cells, store: Shelf = padStore): Promise<string> {
  const by = setting('upriver.name') ?? words.say('pad.keeper');
  return kept(start(cells, { at: now(), by }), by, store);
}

/** Takes in a record from a file; the id of its pad, a new one unless the same record is here already. */
export async function adopt(record: string, store: Shelf = padStore): Promise<{ id: string; isNew: boolean }> {
  const ledger = load(record);
  const text = JSON.stringify(ledger.entries);
  for (const { id, deleted } of await store.list(Date.now() / 1000)) {
    const here = deleted === null ? await store.read(id) : null;
    if (here && JSON.stringify(here.entries) === text) return { id, isNew: false };
  }
  const by = setting('upriver.name') ?? words.say('pad.keeper');
  return { id: await kept(ledger, by, store), isNew: true };
}

/** Puts a pad on this device that others share. */
export async function adopted(id: string, entries: readonly Heard[], by: string, store: Shelf): Promise<void> {
  const lines = entries.map(plain);
  const ledger = fold(lines);
  const others = new Set(lines.map(({ by: other }) => other));
  const own = others.has(by) ? another(by, others) : by;
  const plainly = { id, by: own, isArchived: false, deleted: null, isShared: true, mayWrite: false };
  const times = { began: Date.parse(lines[0]?.at ?? '') / 1000 || Date.now() / 1000, changed: Date.now() / 1000 };
  const settled = { entries: lines, pending: [], done: [], cut: null };
  await store.settle({ ...plainly, ...times, ...summary(ledger) }, settled);
}

async function kept(ledger: Ledger, by: string, store: Shelf): Promise<string> {
  const id = randomHex(16);
  const seconds = Date.now() / 1000;
  const began = Date.parse(ledger.entries[0]?.at ?? '') / 1000 || seconds;
  const plain = { id, by, began, isArchived: false, deleted: null, isShared: false, mayWrite: true };
  await store.append({ ...plain, ...summary(ledger), changed: seconds }, ledger.entries);
  // Asked once somebody keeps something here; browsers that know better do not ask the person.
  void navigator.storage?.persist?.().catch(() => undefined);
  return id;
}

type Summary = Pick<Kept, 'title' | 'names' | 'totals' | 'places' | 'played' | 'hands' | 'isOver'>;

/** What the list of pads shows of one. */
export function summary({ cells }: Ledger): Summary {
  const { title, people, sheet, hands, current } = padOf(cells);
  return {
    title,
    names: people.map(({ name }) => name),
    totals: sheet.totals,
    places: places(sheet),
    played: sheet.rows.length,
    hands: hands.length,
    isOver: current === null,
  };
}

/** An entry as the server tells of it. */
export interface Heard {
  seq: number;
  /** What its writer called it; null for what was written before the pad was shared. */
  id: string | null;
  at: string | null;
  by: string;
  event: Entry['event'];
}

function plain({ seq, at, by, event }: Heard): Entry {
  return { seq, ...(at ? { at } : {}), ...(by ? { by } : {}), event };
}

/** `Ann 2` for `Ann`, or the first number that nobody has. */
export function another(name: string, taken: ReadonlySet<string | undefined>): string {
  const base = name.replace(/ \d+$/, '');
  for (let number = 2; ; number++) if (!taken.has(`${base} ${number}`)) return `${base} ${number}`;
}

/** The same text for the same entry, however its fields are ordered. */
function canonical(entry: Entry): string {
  return JSON.stringify(entry, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  );
}

/** What is not on the disk yet. */
interface Unsaved {
  isAny: boolean;
  entries: Entry[];
  pending: Own[];
  done: string[];
  cut: number | null;
}
function nothing(): Unsaved {
  return { isAny: false, entries: [], pending: [], done: [], cut: null };
}

/**
 * A pad that is open: what is written shows at once, is put on the disk in the same order, and, where the pad is shared,
 * waits there until the server has taken it. Two who write the same at once are asked; nobody is written over.
 */
export class Keeper {
  kept: Kept = $state.raw()!;
  ledger: Ledger = $state.raw(EMPTY);
  /** Own lines that the server has not taken yet; the last of the ledger's. */
  pending: Own[] = $state.raw([]);
  /** What two have written differently, still to be decided. */
  clashes: Clash[] = $state.raw([]);
  /** Whether something is being written to the disk, and whether the disk has refused it. */
  isSaving = $state(false);
  isUnsaved = $state(false);
  pad = $derived(padOf(this.ledger.cells));
  undoes = $derived(toUndo(this.ledger, this.kept.by));
  redoes = $derived(toRedo(this.ledger, this.kept.by));
  /** Called when lines wait to be sent, and when another page has shared the pad. */
  onpending: () => void = () => undefined;
  onshared: () => void = () => undefined;

  #store: Shelf;
  #unsaved = nothing();
  #saving: Promise<void> | null = null;
  #hush: () => void;

  constructor(stored: Stored, store: Shelf = padStore) {
    this.#store = store;
    this.kept = stored.kept;
    this.pending = stored.pending;
    this.ledger = fold([...stored.entries, ...stored.pending]);
    this.#hush = store.onchange((id) => {
      if (id === this.kept.id) void this.#look();
    });
  }

  static async open(id: string, store: Shelf = padStore): Promise<Keeper | null> {
    const found = await store.read(id);
    return found && new Keeper(found, store);
  }

  /** The lines that the server has, or all of a pad that is not shared. */
  get settled(): readonly Entry[] {
    return this.ledger.entries.slice(0, this.ledger.entries.length - this.pending.length);
  }

  write(cells: Cells): void {
    const changed = Object.fromEntries(
      Object.entries(cells).filter(
        ([cell, value]) => JSON.stringify(this.ledger.cells[cell] ?? null) !== JSON.stringify(value),
      ),
    );
    if (Object.keys(changed).length > 0) this.#go(write(this.ledger, changed, this.#stamp()));
  }

  undo(): void {
    if (this.undoes !== null) this.takeBack(this.undoes);
  }

  redo(): void {
    if (this.redoes !== null) this.takeBack(this.redoes);
  }

  takeBack(seq: number): void {
    this.#go(takeBack(this.ledger, seq, this.#stamp()));
  }

  /** Settles a clash: theirs stands already, one's own is written again. */
  decide(clash: Clash, isMine: boolean): void {
    this.clashes = this.clashes.filter((each) => each !== clash);
    if (isMine) this.write({ [clash.cell]: clash.mine });
  }

  /** The pad is shared from now on. What the server has of it otherwise than this device is others' writing. */
  shared(news: readonly Heard[]): void {
    const { entries } = this.ledger;
    const theirs = news.map(plain);
    let same = 0;
    while (entries[same] && theirs[same] && canonical(entries[same]!) === canonical(theirs[same]!)) same++;
    if (same < entries.length) {
      this.pending = entries.slice(same).map((entry) => ({ ...entry, id: randomHex(12) }));
      this.#unsaved = { ...nothing(), pending: [...this.pending], cut: same };
    }
    this.kept = { ...this.kept, isShared: true };
    this.#unsaved.isAny = true;
    this.hear(news);
    void this.save();
  }

  /** The server says whether one may write. */
  allow(mayWrite: boolean): void {
    if (mayWrite === this.kept.mayWrite) return;
    this.kept = { ...this.kept, mayWrite };
    this.#unsaved.isAny = true;
    void this.save();
  }

  /** It is shared no longer: what waits to be sent stands here alone. */
  unshared(): void {
    const own = this.pending;
    this.pending = [];
    this.#unsaved.entries.push(...own.map(({ id: _, ...entry }) => entry));
    this.#unsaved.pending = [];
    this.#unsaved.done.push(...own.map(({ id }) => id));
    void this.save().then(() => {
      this.kept = { ...this.kept, isShared: false, mayWrite: true };
      this.#unsaved.isAny = true;
      void this.save();
    });
    this.#unsaved.isAny = true;
  }

  /** Writes under another name from now on; lines that wait to be sent are of that name too. */
  writeAs(by: string): void {
    if (by === this.kept.by) return;
    this.pending = this.pending.map((entry) => ({ ...entry, by }));
    this.ledger = fold([...this.settled, ...this.pending]);
    this.kept = { ...this.kept, by };
    this.#unsaved.pending = [...this.pending];
    this.#unsaved.isAny = true;
    void this.save();
  }

  /** Puts what the server has before one's own lines; those that it has taken are one's own no longer. */
  hear(news: readonly Heard[]): void {
    const settled = this.settled.length;
    const theirs = news.filter(({ seq }) => seq > settled);
    if (theirs.length === 0) return;
    // What is sent together is stored together, right after what was known here.
    const isTaken = (entry: Heard, index: number): boolean => entry.id !== null && entry.id === this.pending[index]?.id;
    const taken = theirs.findIndex((entry, index) => !isTaken(entry, index));
    const own = taken < 0 ? theirs.length : taken;
    const lines = theirs.map(plain);
    const base = fold([...this.settled, ...lines.slice(0, own)]);
    const rebased = rebase(base, lines.slice(own), this.pending.slice(own));
    const ids = new Set(rebased.entries.map((entry) => (entry as Own).id));
    this.#unsaved.done.push(...this.pending.map(({ id }) => id).filter((id) => !ids.has(id)));
    this.#unsaved.entries.push(...lines);
    this.#unsaved.pending = rebased.entries as Own[];
    this.pending = rebased.entries as Own[];
    this.ledger = fold([...lines.slice(own), ...rebased.entries], base);
    this.clashes = [...this.clashes, ...rebased.clashes];
    this.#sum();
    void this.save();
  }

  /** Ends; what is still to be written is. */
  async close(): Promise<void> {
    this.#hush();
    await this.save();
  }

  /** Writes what is not on the disk yet, now or as soon as that can be. */
  save(): Promise<void> {
    this.isSaving = true;
    this.#saving ??= this.#save().finally(() => {
      this.#saving = null;
      this.isSaving = this.#unsaved.isAny;
    });
    return this.#saving;
  }

  async #save(): Promise<void> {
    while (this.#unsaved.isAny) {
      const batch = this.#unsaved;
      this.#unsaved = nothing();
      try {
        if (this.kept.isShared) {
          const pending = batch.pending.filter(({ id }) => !batch.done.includes(id));
          await this.#store.settle(this.kept, { ...batch, pending } satisfies Settled);
        } else await this.#store.append(this.kept, batch.entries);
        this.isUnsaved = false;
      } catch (problem) {
        const since = this.#unsaved;
        this.#unsaved = {
          isAny: true,
          entries: [...batch.entries, ...since.entries],
          pending: [...batch.pending, ...since.pending],
          done: [...batch.done, ...since.done],
          cut: batch.cut ?? since.cut,
        };
        if (problem instanceof TakenError) await this.#reconcile();
        else {
          this.isUnsaved = true;
          setTimeout(() => void this.save(), RETRY_MS);
          return;
        }
      }
    }
  }

  #go(next: Ledger): void {
    const lines = next.entries.slice(this.ledger.entries.length);
    this.ledger = next;
    if (this.kept.isShared) {
      const own = lines.map((entry) => ({ ...entry, id: randomHex(12) }));
      this.pending = [...this.pending, ...own];
      this.#unsaved.pending.push(...own);
    } else this.#unsaved.entries.push(...lines);
    this.#sum();
    void this.save();
    if (this.kept.isShared) this.onpending();
  }

  #sum(): void {
    this.#unsaved.isAny = true;
    this.kept = { ...this.kept, ...summary(this.ledger), changed: Date.now() / 1000 };
  }

  #stamp(): Stamp {
    return { at: now(), by: this.kept.by };
  }

  /** Another page of this browser has written something. */
  async #look(): Promise<void> {
    await this.save();
    await this.#reconcile();
  }

  /** Takes what is on the disk, and puts what is not yet on it after that. */
  async #reconcile(): Promise<void> {
    // The server puts the lines of all who share a pad in order; this page hears of them from there.
    if (this.kept.isShared) return;
    const found = await this.#store.read(this.kept.id);
    if (!found) return;
    const own = this.#unsaved.entries;
    const base = this.ledger.entries.slice(0, this.ledger.entries.length - own.length);
    const theirs = found.entries.slice(base.length);
    const { isShared } = found.kept;
    if (theirs.length === 0 && !isShared) return;
    const rebased = rebase(fold(base), theirs, own);
    this.clashes = [...this.clashes, ...rebased.clashes];
    this.ledger = fold([...found.entries, ...rebased.entries]);
    this.kept = { ...this.kept, ...summary(this.ledger), isShared, mayWrite: found.kept.mayWrite };
    if (isShared) {
      this.pending = rebased.entries.map((entry) => ({ ...entry, id: randomHex(12) }));
      this.#unsaved = { ...nothing(), isAny: this.pending.length > 0, pending: [...this.pending] };
      this.onshared();
    } else this.#unsaved.entries = [...rebased.entries];
  }
}
