import { expect, it, vi } from 'vitest';
import { swipe } from './swipe';

function draw(node: HTMLElement, from: [number, number], to: [number, number]): void {
  const send = (type: string, [clientX, clientY]: [number, number]): void => {
    const touch = { clientX, clientY };
    const touches = type === 'touchstart' ? [touch] : [];
    node.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { touches, changedTouches: [touch] }));
  };
  send('touchstart', from);
  send('touchend', to);
}

it('tells of a finger drawn far and straight to a side', () => {
  const node = document.createElement('div');
  const left = vi.fn();
  const right = vi.fn();
  const end = swipe({ left, right })(node);
  draw(node, [200, 100], [100, 110]);
  expect(left).toHaveBeenCalledOnce();
  draw(node, [100, 100], [200, 90]);
  expect(right).toHaveBeenCalledOnce();
  draw(node, [200, 100], [160, 100]);
  draw(node, [200, 100], [120, 190]);
  if (end) end();
  draw(node, [200, 100], [100, 100]);
  expect(left).toHaveBeenCalledOnce();
  expect(right).toHaveBeenCalledOnce();
});

it('leaves alone what scrolls sideways itself', () => {
  const node = document.createElement('div');
  const inner = node.appendChild(document.createElement('div'));
  inner.style.overflowX = 'auto';
  Object.defineProperties(inner, { scrollWidth: { value: 500 }, clientWidth: { value: 200 } });
  document.body.append(node);
  const left = vi.fn();
  swipe({ left })(node);
  draw(inner, [200, 100], [50, 100]);
  expect(left).not.toHaveBeenCalled();
});
