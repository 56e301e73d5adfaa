import type { GameShown } from '../net/api';
import { handOutcome, prompt, tell, tookTrick } from '../table/said';
import { words } from '../words/words.svelte';
import type { Moment } from './moments';

/** What has just happened, in words. */
export function tellMoment({ event, view }: Moment): string {
  const hand = view.game?.hand;
  if (!hand) return prompt(view);
  if (event === null) {
    if (hand.is_over) return handOutcome(view);
    const winner = hand.last_trick?.winner ?? null;
    return winner === null ? '' : tookTrick(view, winner);
  }
  return tell(event, view);
}

/** The seats of a past game by their places; bots have the names that the table gives them. */
export function ranked(game: GameShown): (GameShown['players'][number] & { called: string; index: number })[] {
  const rivers = words.say('name.bots').split(' ');
  return game.players
    .map((player, seat) => ({
      ...player,
      index: seat,
      called: player.level === null ? player.name : (rivers[seat] ?? ''),
    }))
    .sort((a, b) => a.place - b.place);
}

/** `1. Ann 120, 2. Ben 98`. */
export function standings(ranked: readonly { place: number; called: string; total: number }[]): string {
  return ranked.map(({ place, called, total }) => `${place}. ${called} ${total}`).join(', ');
}
