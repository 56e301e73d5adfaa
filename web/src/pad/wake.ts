import type { Attachment } from 'svelte/attachments';

/** Keeps the screen awake while this is shown; where the browser cannot, or will not, it sleeps as always. */
export function awake(): Attachment {
  return () => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    // The lock is lost whenever the page is hidden.
    const take = async (): Promise<void> => {
      if (document.hidden || isOver || !('wakeLock' in navigator)) return;
      try {
        lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
      } catch {
        // An empty battery, or a page without TLS.
      }
    };
    void take();
    document.addEventListener('visibilitychange', take);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', take);
      void lock?.release();
    };
  };
}
