import { words } from '../words/words.svelte';
import type { Seat, View } from '../wire';
import { nameOf } from './said';

/** After so many seconds a bot may play for somebody on move (docs/protocol.md, `let_bot_play`). */
const SLOW = 60;

/** Somebody for whom a bot could play, and why. */
export interface Missed {
  seat: number;
  says: string;
  isAway: boolean;
  votes: readonly string[];
}

/**
 * Whom the table misses: who is away, or on move for long.
 *
 * @param now by the server's clock
 */
export function missed(view: View, now: number): Missed | null {
  const { game, table, you } = view;
  // Who is on move oneself is the one that the table waits for.
  if (table.phase !== 'playing' || table.undo || you.is_turn || (you.seat === null && !you.is_host)) return null;
  const isLong = Boolean(game?.turn_since && now - game.turn_since >= SLOW);
  const isMissed = ({ seat, person, is_away, stand_in }: Seat): boolean =>
    person !== null &&
    person !== you.person &&
    stand_in === null &&
    (is_away || (isLong && (game?.to_act.includes(seat) ?? false)));
  const found = table.seats.find(isMissed);
  if (!found) return null;
  const { seat, is_away: isAway, votes } = found;
  return { seat, isAway, votes, says: words.say(isAway ? 'notice.away' : 'notice.slow', { name: nameOf(view, seat) }) };
}
