import { api, type Person } from '../net/api';
import { words } from '../words/words.svelte';

/** Who plays on this device. */
class Me {
  person = $state<Person | null>(null);
  /** Whether the server has said who we are. */
  isKnown = $state(false);

  async look(): Promise<void> {
    this.person = await api.me();
    this.isKnown = true;
  }

  /** Be somebody by this name; new on this device where nobody is yet. */
  async beCalled(name: string): Promise<Person> {
    const clean = name.trim() || defaultName();
    if (!this.isKnown) await this.look();
    if (!this.person) this.person = await api.come(clean);
    else if (this.person.name !== clean) this.person = await api.rename(clean);
    return this.person;
  }
}

/** A friendly name for somebody who gives none. */
export function defaultName(random = Math.random): string {
  const names = words.say('name.defaults').split(' ');
  return names[Math.floor(random() * names.length)] ?? '';
}

export const me = new Me();
