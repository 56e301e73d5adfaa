import { store, stored } from '../state/settings.svelte';
import type { View } from '../wire';
import { STEPS, stepsOf, type Step } from './steps';

const KEY = 'upriver.guide';

/** What this device has been told already of how a game goes. */
export class Guide {
  #known = $state.raw<readonly Step[]>(read());

  /** Whether there is anything left to explain. */
  get isOn(): boolean {
    return this.#known.length < STEPS.length;
  }

  /** What is to be explained now. */
  step(view: View): Step | null {
    return stepsOf(view).find((step) => !this.#known.includes(step)) ?? null;
  }

  /** This has been understood. */
  learn(...steps: Step[]): void {
    this.#known = STEPS.filter((step) => this.#known.includes(step) || steps.includes(step));
    store(KEY, this.#known.join(' '));
  }

  /** Explains nothing more. */
  end(): void {
    this.learn(...STEPS);
  }

  /** Explains everything once more. */
  again(): void {
    this.#known = [];
    store(KEY, '');
  }
}

function read(): Step[] {
  const kept = (stored(KEY) ?? '').split(' ');
  return STEPS.filter((step) => kept.includes(step));
}

export const guide = new Guide();
