import { expect, it, vi } from 'vitest';
import { clock } from './clock.svelte';

it('reads the server’s clock, and trusts the message that came fastest', () => {
  const own = vi.spyOn(performance, 'now').mockReturnValue(1000);
  clock.hear(500, true);
  own.mockReturnValue(3000);
  expect(clock.now).toBe(502);
  clock.hear(502.4, false);
  expect(clock.now).toBeCloseTo(502.4);
  clock.hear(501, false);
  expect(clock.now).toBeCloseTo(502.4);
  clock.hear(100, true);
  expect(clock.now).toBe(100);
  own.mockRestore();
});
