import { fireEvent, screen } from '@testing-library/svelte';
import { mount, unmount, type Component } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import Segmented from './Segmented.svelte';
import Stepper from './Stepper.svelte';
import Switch from './Switch.svelte';

let shown: Record<string, unknown> | undefined;
afterEach(() => shown && unmount(shown));

/** A control of which nothing that is asked for is granted; what was asked for. */
function refusing(control: unknown, name: 'value' | 'checked', held: unknown, props: object): unknown[] {
  const asked: unknown[] = [];
  const bound = Object.defineProperty({ ...props }, name, {
    enumerable: true,
    get: () => held,
    set: (next: unknown) => asked.push(next),
  });
  shown = mount(control as Component<object>, { target: document.body, props: bound });
  return asked;
}

it('shows the choice that holds where another is refused', async () => {
  const options = ['ann', 'ben'].map((value) => ({ value, label: value }));
  const asked = refusing(Segmented, 'value', 'ann', { label: 'Dealer', options });
  await fireEvent.click(screen.getByLabelText('ben'));
  expect(asked).toEqual(['ben']);
  expect(screen.getByLabelText<HTMLInputElement>('ann').checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>('ben').checked).toBe(false);
});

it('stays on where turning it off is refused', async () => {
  const asked = refusing(Switch, 'checked', true, { label: 'Plays' });
  await fireEvent.click(screen.getByLabelText('Plays'));
  expect(asked).toEqual([false]);
  expect(screen.getByLabelText<HTMLInputElement>('Plays').checked).toBe(true);
});

it('shows the number that holds where another is refused', async () => {
  const asked = refusing(Stepper, 'value', 3, { label: 'Cards', min: 1, max: 9 });
  const [less, more] = screen.getAllByRole('button');
  await fireEvent.click(more!);
  await fireEvent.click(less!);
  expect(asked).toEqual([4, 2]);
  expect(screen.getByRole('spinbutton').getAttribute('aria-valuenow')).toBe('3');
});
