import { describe, expect, it } from 'vitest';
import kept from '../fixtures/replay.json';
import type { Replay } from '../net/api';
import { find, jump, momentsOf } from './moments';

const replay = kept as unknown as Replay;
const moments = momentsOf(replay, 1);
const at = (address: string) => moments[find(moments, address)]!;

describe('the moments of a game', () => {
  it('lie one after the other, each at an address of its own', () => {
    const addresses = moments.map((moment) => moment.address);
    expect(new Set(addresses).size).toBe(addresses.length);
    expect(addresses.slice(0, 4)).toEqual(['d1', 'h1', 'h1b1', 'h1b2']);
    expect(addresses).toContain('h2t1c2');
    expect(addresses.at(-1)).toBe('h3t2e');
  });
  it('begin with the draw for first dealer, and whom it picks', () => {
    expect(at('d1').view.game).toMatchObject({ phase: 'draw', hand: null, dealer: at('h1').view.game!.dealer });
    expect(at('d1').view.game!.draw[0]).toHaveLength(3);
    expect(at('d1').dealt).toEqual([]);
  });
  it('show the whole trick before it is taken', () => {
    const whole = at('h2t1');
    expect(whole.view.game!.hand!.trick.cards).toHaveLength(3);
    expect(whole.view.game!.hand!.trick.winner).not.toBeNull();
    expect(whole.view.sheet.rows).toHaveLength(1);
    const taken = at('h2t1e');
    expect(taken.event).toBeNull();
    expect(taken.view.game!.hand!.is_over).toBe(true);
    expect(taken.view.sheet.rows).toHaveLength(2);
  });
  it('end with the sheet of the game', () => {
    const { sheet, you } = moments.at(-1)!.view;
    expect(sheet).toEqual(replay.sheet);
    expect(you.seat).toBe(1);
    expect(moments[0]!.view.sheet.totals).toEqual([0, 0, 0]);
  });
  it('let cards go as they are played, and come again when they are taken back', () => {
    const back = moments.findIndex((moment) => moment.event?.type === 'TakenBack');
    expect(moments[back - 1]!.gone.size).toBe(1);
    expect(moments[back]!.gone.size).toBe(0);
    expect(moments[back + 1]!.gone).toEqual(moments[back - 1]!.gone);
    expect(moments[back + 1]!.address).toBe(`m${back + 1}`);
    expect(find(moments, `m${back + 1}`)).toBe(back + 1);
    expect(at('h3t2').gone.size).toBe(6);
    expect(at('h3').gone.size).toBe(0);
    expect(at('h3').dealt.flat()).toHaveLength(6);
  });
  it('are found by their address, the first for one that is none', () => {
    expect(find(moments, 'h99')).toBe(0);
    expect(moments[find(moments, 'h3t1c2')]!.view.game!.hand!.trick.cards).toHaveLength(2);
  });
  it('jump by hands, to their deals', () => {
    const second = find(moments, 'h2');
    const first = find(moments, 'h1');
    expect(jump(moments, first, 1)).toBe(second);
    expect(jump(moments, second + 2, -1)).toBe(second);
    expect(jump(moments, second, -1)).toBe(first);
    expect(jump(moments, first, -1)).toBe(0);
    expect(jump(moments, 0, 1)).toBe(first);
    expect(jump(moments, 0, -1)).toBe(0);
    expect(jump(moments, moments.length - 3, 1)).toBe(moments.length - 1);
  });
});
