import type { GameShown } from '../net/api';
import { called, nameOf, tell } from '../table/said';
import { words } from '../words/words.svelte';
import type { Moment } from './moments';

/** What has just happened, in words. */
export function tellMoment({ event, view }: Moment): string {
  const hand = view.game?.hand;
  if (!hand) return '';
  if (event === null) {
    if (hand.is_over) {
      const names = view.table.seats.filter(({ seat }) => hand.needs[seat] === 0).map(({ seat }) => called(view, seat));
      const values = { number: hand.number, names: words.both(names) };
      return words.say(names.length > 0 ? 'replay.hand.over' : 'replay.hand.over.none', values);
    }
    const winner = hand.last_trick?.winner ?? null;
    if (winner === null) return '';
    return winner === view.you.seat
      ? words.say('replay.takes.me')
      : words.say('replay.takes', { name: nameOf(view, winner) });
  }
  if (event.type === 'BidsRevealed') return words.say('replay.revealed');
  if (event.type === 'BidSealed') return words.say('replay.sealed', { name: nameOf(view, event.seat) });
  return tell(event, view);
}

/** The seats of a past game by their places; bots have the names that the table gives them. */
export function ranked(game: GameShown): (GameShown['players'][number] & { called: string })[] {
  const rivers = words.say('name.bots').split(' ');
  return game.players
    .map((player, seat) => ({ ...player, called: player.level === null ? player.name : (rivers[seat] ?? '') }))
    .sort((a, b) => a.place - b.place);
}

/** `1. Ann 120, 2. Ben 98`. */
export function standings(game: GameShown): string {
  return ranked(game)
    .map(({ place, called, total }) => `${place}. ${called} ${total}`)
    .join(', ');
}
