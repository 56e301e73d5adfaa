import type { Attachment } from 'svelte/attachments';

const FAR = 60;
const STRAIGHT = 2;

interface Ways {
  left?: () => void;
  right?: () => void;
}

/** Tells of a finger drawn sideways; not where that scrolls something. */
export function swipe(ways: Ways): Attachment<HTMLElement> {
  return (node) => {
    let from: Touch | undefined;
    const begin = (event: TouchEvent): void => {
      from = event.touches.length === 1 && !scrolls(event.target, node) ? event.touches[0] : undefined;
    };
    const end = (event: TouchEvent): void => {
      const to = event.changedTouches[0];
      if (!from || !to) return;
      const across = to.clientX - from.clientX;
      const along = Math.abs(to.clientY - from.clientY);
      from = undefined;
      if (Math.abs(across) < FAR || Math.abs(across) < STRAIGHT * along) return;
      (across < 0 ? ways.left : ways.right)?.();
    };
    // Otherwise the browser takes it for its own way back.
    node.style.touchAction = 'pan-y pinch-zoom';
    node.addEventListener('touchstart', begin, { passive: true });
    node.addEventListener('touchend', end, { passive: true });
    return () => {
      node.removeEventListener('touchstart', begin);
      node.removeEventListener('touchend', end);
    };
  };
}

function scrolls(target: EventTarget | null, within: HTMLElement): boolean {
  for (let each = target as HTMLElement | null; each && each !== within; each = each.parentElement)
    if (each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
  return false;
}
