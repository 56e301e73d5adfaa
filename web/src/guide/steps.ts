import { standing } from '../table/said';
import type { View } from '../wire';

/** What the first game explains, each once, when it comes. */
export const STEPS = ['draw', 'bid', 'barred', 'change', 'lead', 'follow', 'void', 'exact', 'over', 'score'] as const;
export type Step = (typeof STEPS)[number];

/** What could be explained now, the most useful first. */
export function stepsOf(view: View): Step[] {
  const { game, you } = view;
  if (!game || you.seat === null) return [];
  if (game.phase === 'draw') return ['draw'];
  const { hand } = game;
  if (!hand || game.phase === 'over') return [];
  if (hand.is_over) return ['score'];
  if (game.phase === 'bid' && you.is_turn) {
    return you.forbidden_bids.some((each) => each.code === 'bid-forbidden') ? ['bid', 'barred'] : ['bid'];
  }
  if (you.can_change_bid) return ['change'];
  if (game.phase !== 'play' || !you.is_turn) return [];
  const { kind } = standing(hand, you.seat);
  const steps: Step[] = kind === 'exact' || kind === 'over' ? [kind] : [];
  if (hand.trick.led === null) return ['lead', ...steps];
  return [you.legal_cards.every((card) => card.endsWith(hand.trick.led!)) ? 'follow' : 'void', ...steps];
}
