import type { Changes, Hand, View } from '../wire';

/** The view with the parts that are not as before. */
export function changed(view: View, changes: Changes): View {
  return { ...view, ...changes };
}

/** How many tricks of the hand are finished. */
export function finished(hand: Hand): number {
  return hand.taken.reduce((sum, taken) => sum + taken, 0);
}

/**
 * What to show between two views: each round of the draw for first dealer, and where a trick has been finished, first
 * the whole trick as it lay on the table, so that nobody misses its last card. The last of the list is `to` itself.
 */
export function frames(from: View | null, to: View): View[] {
  const isBegun = from !== null && to.game?.commitment !== from.game?.commitment;
  return [...(isBegun ? draws(to) : []), ...tricks(from, to)];
}

/** The draw for first dealer, round by round; nothing where the game had none. */
export function draws(to: View): View[] {
  const { game } = to;
  if (!game) return [];
  return game.draw.map((_, round) => ({
    ...to,
    game: {
      ...game,
      phase: 'draw',
      to_act: [],
      hand: null,
      draw: game.draw.slice(0, round + 1),
      dealer: round === game.draw.length - 1 ? game.dealer : null,
    },
    you: { ...still(to), cards: [], bid: null },
  }));
}

function tricks(from: View | null, to: View): View[] {
  const before = from?.game?.hand;
  const after = to.game?.hand;
  if (!from?.game || !to.game || !before || !after?.last_trick) return [to];
  if (before.number !== after.number || finished(after) !== finished(before) + 1) return [to];
  const whole: View = {
    ...to,
    sheet: from.sheet,
    table: { ...to.table, phase: from.table.phase },
    game: {
      ...to.game,
      phase: 'play',
      to_act: [],
      hand: {
        ...after,
        turn: null,
        is_over: false,
        trick: after.last_trick,
        last_trick: before.last_trick,
        taken: before.taken,
        needs: before.needs,
      },
    },
    you: still(to),
  };
  return [whole, to];
}

/** One's own part where there is nothing to be done. */
function still({ you }: View): View['you'] {
  return {
    ...you,
    is_turn: false,
    legal_cards: [],
    legal_bids: [],
    forbidden_bids: [],
    can_change_bid: false,
    can_claim: false,
    can_ask_undo: false,
    can_ask_hint: false,
  };
}
