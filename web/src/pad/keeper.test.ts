import { beforeEach, expect, it, vi } from 'vitest';
import { begin, Keeper, type Heard } from './keeper.svelte';
import { newPad } from './moves';
import { TakenError, type Kept, type Own, type Settled, type Shelf, type Stored } from './store';
import type { Entry } from './model';

/** A disk in memory, which can be made to refuse. */
class Disk implements Shelf {
  pads = new Map<string, Stored>();
  refuses = false;
  #ears = new Set<(pad: string) => void>();

  list = async (): Promise<Kept[]> => [...this.pads.values()].map(({ kept }) => kept);
  read = async (id: string): Promise<Stored | null> => structuredClone(this.pads.get(id) ?? null);
  onchange = (hear: (pad: string) => void) => {
    this.#ears.add(hear);
    return () => this.#ears.delete(hear);
  };
  async append(kept: Kept, entries: readonly Entry[]): Promise<void> {
    await this.#turn();
    const pad = this.pads.get(kept.id) ?? { kept, entries: [], pending: [] };
    if (entries.some(({ seq }) => seq <= pad.entries.length)) throw new TakenError();
    this.pads.set(kept.id, { ...pad, kept, entries: [...pad.entries, ...structuredClone([...entries])] });
  }
  async settle(kept: Kept, { entries, pending, done, cut }: Settled): Promise<void> {
    await this.#turn();
    const pad = this.pads.get(kept.id) ?? { kept, entries: [], pending: [] };
    const lines = new Map(pad.entries.slice(0, cut ?? undefined).map((entry) => [entry.seq, entry]));
    for (const entry of entries) lines.set(entry.seq, entry);
    const waiting = new Map(
      pad.pending.filter(({ id }) => !done.includes(id)).map((entry): [string, Own] => [entry.id, entry]),
    );
    for (const entry of pending) waiting.set(entry.id, entry);
    this.pads.set(kept.id, structuredClone({ kept, entries: [...lines.values()], pending: [...waiting.values()] }));
  }
  tell(id: string): void {
    this.#ears.forEach((hear) => hear(id));
  }
  async #turn(): Promise<void> {
    await Promise.resolve();
    if (this.refuses) throw new Error('the disk is full');
  }
}

const cells = newPad(['Ann', 'Ben', 'Cleo'], {}, [2, 1]);
let disk: Disk;
let id: string;

beforeEach(async () => {
  localStorage.clear();
  disk = new Disk();
  id = await begin(cells, disk);
});
async function opened(): Promise<Keeper> {
  return (await Keeper.open(id, disk))!;
}
/** A server in memory: takes what waits, all or none, and tells of everything after `since`. */
class Server {
  entries: Heard[] = [];
  take(keeper: Keeper): void {
    if (this.entries.length === keeper.settled.length)
      for (const { id: called, seq, at, by, event } of keeper.pending)
        this.entries.push({ seq, id: called, at: at ?? null, by: by ?? '', event });
    keeper.hear(this.entries.slice(keeper.settled.length));
  }
}
function onServer(keeper: Keeper): Server {
  const server = new Server();
  server.entries = keeper.ledger.entries.map(({ seq, at, by, event }) => ({
    seq,
    id: null,
    at: at ?? null,
    by: by ?? '',
    event,
  }));
  keeper.shared(server.entries);
  keeper.allow(true);
  return server;
}
/** The pad as another device has it that has come by the link. */
function elsewhere(keeper: Keeper, by: string): Keeper {
  const kept = { ...keeper.kept, by };
  return new Keeper({ kept, entries: structuredClone([...keeper.settled]), pending: [] }, new Disk());
}

it('puts each line on the disk in order, and shows it at once', async () => {
  const keeper = await opened();
  keeper.write({ 'h1.bid.p2': 1 });
  keeper.write({ 'h1.bid.p3': 0 });
  expect(keeper.pad.hands[0]!.bids).toEqual([null, 1, 0]);
  await keeper.save();
  expect(disk.pads.get(id)!.entries.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  keeper.write({ 'h1.bid.p3': 0 });
  await keeper.save();
  expect(disk.pads.get(id)!.entries).toHaveLength(3);
});

it('says that the disk refuses, and tries again until nothing is missing there', async () => {
  vi.useFakeTimers();
  const keeper = await opened();
  disk.refuses = true;
  keeper.write({ 'h1.bid.p2': 1 });
  await keeper.save();
  keeper.write({ 'h1.bid.p3': 0 });
  await keeper.save();
  expect(keeper.isUnsaved).toBe(true);
  disk.refuses = false;
  await vi.advanceTimersByTimeAsync(3000);
  expect(keeper.isUnsaved).toBe(false);
  expect(disk.pads.get(id)!.entries).toEqual(keeper.ledger.entries);
  vi.useRealTimers();
});

it('puts what another page wrote first, and asks where both wrote the same', async () => {
  const [one, two] = [await opened(), await opened()];
  one.write({ 'h1.bid.p2': 1 });
  await one.save();
  two.write({ 'h1.bid.p3': 0 });
  two.write({ 'h1.bid.p2': 2 });
  await two.save();
  expect(two.pad.hands[0]!.bids).toEqual([null, 1, 0]);
  expect(two.clashes).toEqual([{ cell: 'h1.bid.p2', was: null, theirs: 1, mine: 2 }]);
  two.decide(two.clashes[0]!, true);
  await two.save();
  expect(two.clashes).toEqual([]);
  disk.tell(id);
  await vi.waitFor(() => expect(one.pad.hands[0]!.bids).toEqual([null, 2, 0]));
  expect(disk.pads.get(id)!.entries).toEqual(two.ledger.entries);
});

it('keeps what the server has not taken, over a reload too, and drops it once it has', async () => {
  const before = await opened();
  const server = onServer(before);
  before.write({ 'h1.bid.p2': 1 });
  await before.save();
  const keeper = await opened();
  expect(keeper.pending).toHaveLength(1);
  expect(keeper.pad.hands[0]!.bids[1]).toBe(1);
  server.take(keeper);
  await keeper.save();
  expect(keeper.pending).toEqual([]);
  const stored = disk.pads.get(id)!;
  expect(stored.pending).toEqual([]);
  expect(stored.entries).toEqual(keeper.ledger.entries);
});

it('hears of its own lines once, though the answer to them was lost', async () => {
  const keeper = await opened();
  const server = onServer(keeper);
  keeper.write({ 'h1.bid.p2': 1 });
  const [own] = keeper.pending;
  server.entries.push({ seq: 2, id: own!.id, at: own!.at ?? null, by: own!.by ?? '', event: own!.event });
  keeper.write({ 'h1.bid.p3': 0 });
  server.entries.push({
    seq: 3,
    id: 'x',
    at: null,
    by: 'Ben',
    event: { type: 'PadWritten', cells: { 'h1.trump': 'H' }, was: { 'h1.trump': null } },
  });
  server.take(keeper);
  server.take(keeper);
  expect(keeper.pending).toEqual([]);
  expect(server.entries.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(keeper.ledger.cells).toMatchObject({ 'h1.bid.p2': 1, 'h1.bid.p3': 0, 'h1.trump': 'H' });
});

it('brings two devices together, whoever was away', async () => {
  const one = await opened();
  const server = onServer(one);
  const two = elsewhere(one, 'Ben');
  one.write({ 'h1.bid.p2': 1 });
  one.write({ 'h1.bid.p3': 0 });
  two.write({ 'h1.bid.p2': 2 });
  two.write({ 'h1.trump': 'S' });
  server.take(two);
  server.take(one);
  expect(one.clashes).toEqual([{ cell: 'h1.bid.p2', was: null, theirs: 2, mine: 1 }]);
  one.decide(one.clashes[0]!, false);
  server.take(one);
  server.take(two);
  expect(one.ledger.entries).toEqual(two.ledger.entries);
  expect(one.ledger.cells).toMatchObject({ 'h1.bid.p2': 2, 'h1.bid.p3': 0, 'h1.trump': 'S' });
});

it('shares again what was written while it was shared no longer', async () => {
  const keeper = await opened();
  const server = onServer(keeper);
  keeper.write({ 'h1.bid.p2': 1 });
  keeper.unshared();
  await keeper.save();
  keeper.write({ 'h1.bid.p3': 0 });
  server.entries.push({
    seq: 2,
    id: 'x',
    at: null,
    by: 'Ben',
    event: { type: 'PadWritten', cells: { 'h1.trump': 'H' }, was: { 'h1.trump': null } },
  });
  keeper.shared(server.entries);
  expect(keeper.ledger.cells).toMatchObject({ 'h1.bid.p2': 1, 'h1.bid.p3': 0, 'h1.trump': 'H' });
  expect(keeper.pending).toHaveLength(2);
  server.take(keeper);
  await keeper.save();
  expect(disk.pads.get(id)!.entries).toEqual(keeper.ledger.entries);
  expect(server.entries).toHaveLength(4);
});

it('undoes only what was written here, under another name than others have', async () => {
  const one = await opened();
  const server = onServer(one);
  const two = elsewhere(one, 'Ben');
  one.write({ 'h1.bid.p2': 1 });
  server.take(one);
  server.take(two);
  expect(two.undoes).toBeNull();
  two.writeAs('Ben 2');
  two.write({ 'h1.bid.p3': 0 });
  expect(two.undoes).toBe(3);
  expect(two.pending[0]!.by).toBe('Ben 2');
});
