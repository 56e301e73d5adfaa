import { beforeEach, expect, it, vi } from 'vitest';

async function fresh() {
  vi.resetModules();
  return (await import('./deals')).deals;
}
beforeEach(() => localStorage.clear());

it('knows its own chance from that of others, after a reload too', async () => {
  const before = await fresh();
  before.gave('aa');
  before.heard({ type: 'SatDown', user: 'me', name: 'Ann', seat: 0, contribution: 'aa' }, () => 'Ann');
  before.heard({ type: 'WantsAgain', user: 'ben', contribution: 'bb' }, () => 'Ben');
  const after = await fresh();
  expect(after.giver('aa')).toEqual({ own: true });
  expect(after.giver('bb')).toEqual({ own: false, name: 'Ben' });
  expect(after.giver('cc')).toBeNull();
});

it('keeps the commitments that it was shown', async () => {
  const deals = await fresh();
  deals.saw('c0');
  deals.saw('');
  deals.saw(null);
  expect(deals.wasShown('c0')).toBe(true);
  expect((await fresh()).wasShown('c0')).toBe(true);
  expect(deals.wasShown('')).toBe(false);
});

it('lets the oldest go', async () => {
  const deals = await fresh();
  for (let game = 0; game < 301; game++) deals.saw(`c${game}`);
  expect(deals.wasShown('c0')).toBe(false);
  expect(deals.wasShown('c300')).toBe(true);
});

it('begins anew where something strange was kept', async () => {
  localStorage.setItem('upriver.deals', '{"given": 3}');
  expect((await fresh()).giver('aa')).toBeNull();
});
