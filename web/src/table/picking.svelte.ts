import { settings } from '../state/settings.svelte';
import { words } from '../words/words.svelte';
import type { View } from '../wire';
import { whyNot } from './said';

/** Touches right after a deal are slips. */
const SLIP_MS = 450;

/** What the table shows now, and what has been sent of it and not yet answered. */
export interface Scene {
  view: View;
  pending: string | null;
}

/** How a card or bid is chosen: at once, at the second touch, or beforehand. Call it in a component. */
export class Picking {
  /** The card chosen beforehand, or waiting for a second touch. */
  chosen = $state<string | null>(null);
  /** What is to be said about the last touch. */
  note = $state<string | null>(null);
  /** Where the card lay that has been played. */
  from = $state<DOMRect | null>(null);
  /** Whether the bid is being changed. */
  isChanging = $state(false);
  #dealtAt = 0;
  #scene: () => Scene;
  #onact: (action: string) => void;

  constructor(scene: () => Scene, onact: (action: string) => void) {
    this.#scene = scene;
    this.#onact = onact;
    const hand = $derived(scene().view.game?.hand?.number);
    const isTurn = $derived(scene().view.you.is_turn);
    $effect(() => {
      if (hand !== undefined) this.#dealtAt = Date.now();
      this.note = null;
      this.chosen = null;
      this.isChanging = false;
    });
    $effect(() => {
      if (!scene().view.you.can_change_bid) this.isChanging = false;
    });
    // What was said before the turn has gone by; what is said in it stays, whatever else is news.
    $effect(() => {
      if (isTurn) this.note = null;
    });
    $effect(() => this.#keepPromise(scene().view));
  }

  pick(card: string, box: DOMRect): void {
    const { view, pending } = this.#scene();
    const { game, you } = view;
    if (Date.now() - this.#dealtAt < SLIP_MS || pending !== null) return;
    if (game?.phase !== 'play') {
      this.note = whyNot(view, card);
    } else if (!you.is_turn) {
      this.from = box;
      this.chosen = this.chosen === card ? null : card;
      this.note = this.chosen ? words.say('chosen.kept', { card: words.card(card) }) : null;
    } else if (!you.legal_cards.includes(card)) {
      this.note = whyNot(view, card);
    } else if (settings.choices.confirm && this.chosen !== card) {
      this.chosen = card;
      this.note = words.say('chosen.again', { card: words.card(card) });
    } else {
      this.from = box;
      this.chosen = null;
      this.note = null;
      this.#onact(card);
    }
  }

  bid(number: number): void {
    if (Date.now() - this.#dealtAt < SLIP_MS) return;
    this.isChanging = false;
    this.#onact(String(number));
  }

  /** A card chosen beforehand is played at its turn, if it may be. */
  #keepPromise(view: View): void {
    const { game, you } = view;
    if (!you.is_turn || game?.phase !== 'play' || this.chosen === null || settings.choices.confirm) return;
    const card = this.chosen;
    this.chosen = null;
    if (you.legal_cards.includes(card)) this.#onact(card);
    else this.note = whyNot(view, card);
  }
}
