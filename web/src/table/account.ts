import type { Numbered, View } from '../wire';
import { alarm, handOutcome, ownOutcome, tell, tookTrick } from './said';

/**
 * What has happened between two views, in words for those who listen: each entry once, and with the last card of a trick
 * or a hand what came of it.
 *
 * @param entries what was told in between
 */
export function account(entries: readonly Numbered[], before: View, view: View): string[] {
  const lines: string[] = [];
  const players = view.table.seats.length;
  let lying = before.game?.hand?.trick.cards.length ?? 0;
  entries.forEach(({ event, by }, index) => {
    if (!event) return;
    if (!alarm(event, view, by)) lines.push(tell(event, view));
    if (event.type === 'Dealt') lying = 0;
    if (event.type === 'TakenBack') lying -= 1;
    if (event.type !== 'CardPlayed' || ++lying < players) return;
    lying = 0;
    const winner = leaderAfter(entries.slice(index + 1));
    const last = view.game?.hand?.last_trick;
    if (winner !== null) lines.push(tookTrick(view, winner));
    else if (last?.winner != null && last.cards.at(-1)?.card === event.card) lines.push(tookTrick(view, last.winner));
    if (winner === null && view.sheet.rows.length === before.sheet.rows.length + 1)
      lines.push(handOutcome(view), ownOutcome(view));
  });
  return lines.filter(Boolean);
}

/** Who leads the next trick of the hand, where that is told: whoever takes a trick leads the next. */
function leaderAfter(entries: readonly Numbered[]): number | null {
  for (const { event } of entries) {
    if (event?.type === 'CardPlayed') return event.seat;
    if (event?.type === 'Dealt') return null;
  }
  return null;
}
