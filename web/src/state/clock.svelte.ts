import { createSubscriber } from 'svelte/reactivity';

const TICK_MS = 500;

/** The server's clock, against which all times of the view are read; what reads it is brought up to date by itself. */
class ServerClock {
  #ahead = 0;
  #follow = createSubscriber((update) => {
    const timer = setInterval(update, TICK_MS);
    return () => clearInterval(timer);
  });

  /** Seconds since 1970, as the server counts them. */
  get now(): number {
    this.#follow();
    return own() + this.#ahead;
  }

  /** What the server said its time is. Messages only come late, so the furthest ahead of us is the nearest to it. */
  hear(now: number, isFirst: boolean): void {
    const ahead = now - own();
    this.#ahead = isFirst ? ahead : Math.max(this.#ahead, ahead);
  }
}

/** Seconds on a clock that nobody sets. */
function own(): number {
  return performance.now() / 1000;
}

export const clock = new ServerClock();
