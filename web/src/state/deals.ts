/**
 * What this device knows of the deals by itself, to hold against a record afterwards: the chance that it gave, who gave
 * the other chance, and the commitments that it was shown while the games were still on.
 */
import type { Happening } from '../wire';
import { store, stored } from './settings.svelte';

const KEY = 'upriver.deals';
const MOST = 300;

interface Kept {
  /** Contributions, each with its giver's name; this device's own have none. */
  given: [contribution: string, name: string | null][];
  shown: string[];
}

class Deals {
  #kept: Kept = read(stored(KEY));

  gave(contribution: string): void {
    this.#give(contribution, null);
  }

  /** Somebody brings chance along by sitting down, or by asking for a rematch. */
  heard(event: Happening, nameOf: (user: string) => string): void {
    if (event.type === 'SatDown') this.#give(event.contribution, event.name);
    if (event.type === 'WantsAgain') this.#give(event.contribution, nameOf(event.user));
  }

  /** A commitment that is shown before its game is over. */
  saw(commitment: string | null): void {
    if (!commitment || this.#kept.shown.includes(commitment)) return;
    this.#keep({ ...this.#kept, shown: [...this.#kept.shown, commitment] });
  }

  wasShown(commitment: string): boolean {
    return this.#kept.shown.includes(commitment);
  }

  /** Who gave a contribution: `own`, a name, or null for nobody that this device knows of. */
  giver(contribution: string): { own: true } | { own: false; name: string } | null {
    const found = this.#kept.given.find(([given]) => given === contribution);
    if (!found) return null;
    return found[1] === null ? { own: true } : { own: false, name: found[1] };
  }

  #give(contribution: string, name: string | null): void {
    if (this.giver(contribution)) return;
    this.#keep({ ...this.#kept, given: [...this.#kept.given, [contribution, name]] });
  }

  #keep({ given, shown }: Kept): void {
    this.#kept = { given: given.slice(-MOST), shown: shown.slice(-MOST) };
    store(KEY, JSON.stringify(this.#kept));
  }
}

function read(kept: string | null): Kept {
  try {
    const { given, shown } = JSON.parse(kept ?? '') as Partial<Kept>;
    if (Array.isArray(given) && Array.isArray(shown)) return { given, shown };
  } catch {
    // Nothing kept yet, or nothing of ours.
  }
  return { given: [], shown: [] };
}

export const deals = new Deals();
