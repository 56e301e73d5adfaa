import { api, type Person } from '../net/api';
import { forget, store, stored } from './settings.svelte';
import { words } from '../words/words.svelte';

const KEY = 'upriver.person';

/** Who plays on this device. */
class Me {
  person = $state<Person | null>(null);
  /** Whether the server has said who we are. */
  isKnown = $state(false);

  async look(): Promise<void> {
    // A device that has never been here has nobody to ask for.
    this.person = stored(KEY) === null ? null : await api.me();
    this.isKnown = true;
  }

  /** Be somebody by this name; new on this device where nobody is yet. */
  async beCalled(name: string): Promise<Person> {
    const clean = name.trim();
    if (!this.isKnown) await this.look();
    if (!this.person) this.person = await api.come(clean);
    else if (this.person.name !== clean) this.person = await api.rename(clean);
    store(KEY, this.person.id);
    return this.person;
  }

  /** Be the person that the server now takes this device for. */
  become(person: Person): void {
    this.person = person;
    this.isKnown = true;
    store(KEY, person.id);
    store('upriver.name', person.name);
  }

  /** Be nobody on this device any more. */
  forget(): void {
    this.person = null;
    forget(KEY);
    forget('upriver.name');
  }
}

/** A friendly name for somebody who gives none. */
export function defaultName(random = Math.random): string {
  const names = words.say('name.defaults').split(' ');
  return names[Math.floor(random() * names.length)] ?? '';
}

export const me = new Me();
