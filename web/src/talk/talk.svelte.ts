import { store, stored } from '../state/settings.svelte';
import { words } from '../words/words.svelte';
import type { Line, View } from '../wire';

const STAY_MS = 4000;

/** A reaction in words; one that is newer than this page by its name. */
export function reactionSaid(reaction: string): string {
  const key = `reaction.${reaction}`;
  return words.has(key) ? words.say(key) : reaction;
}

/** Whether there is anybody to talk to. */
export function hasCompany({ table, you, chat }: View): boolean {
  const isAlone = table.seats.every((seat) => seat.person === null || seat.person === you.person);
  return !isAlone || chat.length > 0;
}

/** The lines that this person wants to hear. */
export function heard({ chat, you }: View): Line[] {
  return chat.filter((line) => !you.muted.includes(line.person));
}

/** What of the talk is new to this person, and the reactions that lie at the seats for a moment. */
export class Talk {
  /** The reactions shown now, by person. */
  shown = $state.raw<Readonly<Record<string, string>>>({});
  #read = $state(0);
  #last: number | null = null;
  #key: string;

  constructor(code: string) {
    this.#key = `upriver.read.${code}`;
    this.#read = Number(stored(this.#key) ?? 0) || 0;
  }

  /** How many lines of others have not been read. */
  unread(view: View): number {
    const { person } = view.you;
    return heard(view).filter((line) => line.seq > this.#read && !line.is_reaction && line.person !== person).length;
  }

  /** Takes everything for read. */
  read({ chat }: View): void {
    const last = chat.at(-1)?.seq ?? 0;
    if (last <= this.#read) return;
    this.#read = last;
    store(this.#key, String(last));
  }

  /** Shows the reactions that have come since the view before; those that lay there at first are past. */
  hear(view: View): void {
    const last = this.#last;
    this.#last = view.chat.at(-1)?.seq ?? last ?? 0;
    if (last === null) return;
    for (const line of heard(view)) if (line.is_reaction && line.seq > last) this.#show(line.person, line.text);
  }

  #show(person: string, reaction: string): void {
    const shown = { ...this.shown, [person]: reaction };
    this.shown = shown;
    setTimeout(() => {
      if (this.shown[person] !== reaction) return;
      const { [person]: _, ...rest } = this.shown;
      this.shown = rest;
    }, STAY_MS);
  }
}
