/** What the next pad on this device begins with: who played last, by which rules, and the names known here. */
import { store, stored } from '../state/settings.svelte';
import type { Agreed } from './PadRules.svelte';

const KEY = 'upriver.pads';
const MOST_NAMES = 40;

export interface Habits {
  names: string[];
  known: string[];
  agreed: Agreed | null;
}

export const habits = {
  read(): Habits {
    try {
      const { names, known, agreed } = JSON.parse(stored(KEY) ?? '') as Partial<Habits>;
      if (areTexts(names) && areTexts(known) && agreed && Array.isArray(agreed.sizes)) return { names, known, agreed };
    } catch {
      // Nothing kept yet, or nothing of ours.
    }
    return { names: [], known: [], agreed: null };
  },
  keep(names: string[], agreed: Agreed): void {
    const known = [...new Set([...names, ...this.read().known])].slice(0, MOST_NAMES);
    store(KEY, JSON.stringify({ names, known, agreed } satisfies Habits));
  },
};

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
