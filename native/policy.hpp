// How the policy bids and plays: chances from the tables, the tricks of a hand as the distribution of their sum, and
// the choice that is worth the most points.
#pragma once

#include <bit>
#include <cstdint>

#include "cards.hpp"
#include "play.hpp"
#include "rules.hpp"
#include "tables.hpp"

namespace upriver {

inline constexpr int kMost = kMaxSize + 1;

// Points by bid and tricks taken, looked up.
struct Worth {
  float points[kMost][kMost];

  explicit Worth(const HandRules& rules) {
    for (int bid = 0; bid <= rules.size; ++bid) {
      for (int taken = 0; taken <= rules.size; ++taken) {
        points[bid][taken] = static_cast<float>(rules.scoring.points(bid, taken));
      }
    }
  }
};

// The chance of each number of tricks from cards that each take one by a chance of their own (Poisson binomial).
struct Sum {
  float at[kMost] = {1};
  int most = 0;

  void add(float p) {
    at[most + 1] = at[most] * p;
    for (int k = most; k > 0; --k) at[k] = at[k] * (1 - p) + at[k - 1] * p;
    at[0] *= 1 - p;
    ++most;
  }
};

// What a seat knows when it plays, counted once for all its candidates.
struct Outlook {
  int seat, left, need, press, behind, want, ruffers, others_held, unseen_count;
  int lengths[4];
  Cards own, unseen;

  Outlook(const HandRules& rules, const Play& hand) : seat(hand.turn), left(hand.tricks_left), need(hand.need(seat)) {
    own = hand.held[seat];
    unseen = kAll & ~hand.seen & ~own;
    unseen_count = std::popcount(unseen);
    others_held = left * (rules.players - 1) - hand.in_trick;
    behind = rules.players - 1 - hand.in_trick;
    press = 1 - left;
    want = ruffers = 0;
    for (int suit = 0; suit < 4; ++suit) lengths[suit] = std::popcount(own & kSuit[suit]);
    for (int i = 1, other = rules.next(seat); i < rules.players; ++i, other = rules.next(other)) {
      const int needs = hand.need(other);
      if (needs > 0) press += needs;
      if (i <= behind) want += needs > 0 && needs <= left;
    }
    if (rules.trump != kNoTrump && hand.led != rules.trump) {
      for (int i = 1, other = rules.next(seat); i <= behind; ++i, other = rules.next(other)) {
        voids_behind[i - 1] = hand.voids[other];
      }
    }
  }

  std::uint8_t voids_behind[kMaxPlayers] = {};

  int live_of(Cards cards) const { return live(std::popcount(cards & unseen), others_held, unseen_count); }

  // Seats behind that cannot follow the suit and may hold trump.
  int ruffers_of(int suit, int trump) const {
    int count = 0;
    if (trump == kNoTrump || suit == trump) return 0;
    for (int i = 0; i < behind; ++i) count += ((voids_behind[i] >> suit) & 1) && !((voids_behind[i] >> trump) & 1);
    return count;
  }

  int now_cell(const HandRules& rules, const Play& hand, int card) const {
    const int suit = suit_of(card), trump = rules.trump;
    int role;
    if (hand.led < 0) {
      role = trump == kNoTrump ? kLeadPlain : suit == trump ? kLeadTrump : kLeadSide;
    } else if (suit != hand.led) {
      role = kRuff;
    } else {
      role = trump == kNoTrump ? kFollowPlain : suit == trump ? kFollowTrump : kFollowSide;
    }
    const int followed = hand.led < 0 ? suit : hand.led;
    return NowCell::at(role, behind, want, live_of(above(card)), live_of(kSuit[followed]),
                       role == kRuff || suit != trump ? live_of(kSuit[trump]) : 0, ruffers_of(followed, trump));
  }

  int later_cell(const HandRules& rules, int need_then, int card) const {
    const int suit = suit_of(card);
    return LaterCell::at(LaterCell::need_class(need_then, left - 1), press, left - 1, kind_of(suit, rules.trump),
                         live_of(above(card)), lengths[suit], live_of(kSuit[suit]));
  }

  static Cards above(int card) { return kSuit[suit_of(card)] & ~(bit(card) | (bit(card) - 1)); }
};

// How much the bids made so far leave: 0 when nothing is known, then 1 to 3 from little bid to much.
inline int room_of(const HandRules& rules, int sum, int bidders) {
  if (bidders == 0 || rules.together) return 0;
  const int twice = 2 * (sum * rules.players - rules.size * bidders);
  return twice < -rules.players ? 1 : twice <= rules.players ? 2 : 3;
}

inline Sum expect(const HandRules& rules, const Tables& tables, Cards own, int room) {
  Sum sum;
  const int trumps = std::popcount(own & kSuit[rules.trump]);
  for (Cards rest = own; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest), suit = suit_of(card);
    const int length = std::popcount(own & kSuit[suit]);
    sum.add(chance(tables.bid[BidCell::at(rules.size, room, kind_of(suit, rules.trump), trumps, length, rank_of(card))]));
  }
  return sum;
}

// What each bid is worth in points, as the policy sees it.
inline void value_bids(const HandRules& rules, const Worth& worth, const Sum& sum, float* values) {
  for (int bid = 0; bid <= rules.size; ++bid) {
    float value = 0;
    for (int taken = 0; taken <= sum.most; ++taken) value += sum.at[taken] * worth.points[bid][taken];
    values[bid] = value;
  }
}

inline int best_bid(const HandRules& rules, const float* values, std::uint32_t allowed) {
  int best = -1;
  for (int bid = 0; bid <= rules.size; ++bid) {
    if ((allowed >> bid) & 1 && (best < 0 || values[bid] > values[best])) best = bid;
  }
  return best;
}

inline int policy_bid(const HandRules& rules, const Tables& tables, const Worth& worth, Cards own, int seat, int sum,
                      int bidders) {
  float values[kMost];
  value_bids(rules, worth, expect(rules, tables, own, room_of(rules, sum, bidders)), values);
  return best_bid(rules, values, rules.allowed_bids(seat, sum));
}

// The cards of a set that differ: of touching cards, with nothing unseen between, one stands for all.
inline Cards distinct(Cards cards, Cards own, Cards unseen) {
  Cards kept = 0;
  for (int suit = 0; suit < 4; ++suit) {
    bool touching = false;
    for (Cards rest = (own | unseen) & kSuit[suit]; rest; rest &= rest - 1) {
      const Cards low = rest & -rest;
      if (!(own & low)) {
        touching = false;
      } else if (!touching && (cards & low)) {
        kept |= low;
        touching = true;
      }
    }
  }
  return kept;
}

// What each legal card is worth in points, as the policy sees it; `values` by card. A small part decides between
// cards that are worth the same: when the bid is lost, to take tricks from those who need them, or to leave them to
// those who do not.
inline void value_cards(const HandRules& rules, const Tables& tables, const Worth& worth, const Play& hand,
                        Cards candidates, float* values) {
  const Outlook look(rules, hand);
  const int bid = hand.bids[look.seat], taken = hand.taken[look.seat];
  float kept_if_won[kMaxSize], kept_if_lost[kMaxSize];
  int cards[kMaxSize], count = 0;
  for (Cards rest = look.own; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest);
    kept_if_won[count] = chance(tables.later[look.later_cell(rules, look.need - 1, card)]);
    kept_if_lost[count] = chance(tables.later[look.later_cell(rules, look.need, card)]);
    cards[count++] = card;
  }
  const float spoil = look.press > 0 ? 1e-3f : -1e-3f;
  for (Cards rest = candidates; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest);
    float p = 0;
    if (hand.wins(rules, card)) p = look.behind == 0 ? 1 : chance(tables.now[look.now_cell(rules, hand, card)]);
    float value = 0;
    if (p > 0) {
      Sum sum;
      for (int i = 0; i < count; ++i) if (cards[i] != card) sum.add(kept_if_won[i]);
      float won = 0;
      for (int k = 0; k <= sum.most; ++k) won += sum.at[k] * worth.points[bid][taken + 1 + k];
      value += p * won;
    }
    if (p < 1) {
      Sum sum;
      for (int i = 0; i < count; ++i) if (cards[i] != card) sum.add(kept_if_lost[i]);
      float lost = 0;
      for (int k = 0; k <= sum.most; ++k) lost += sum.at[k] * worth.points[bid][taken + k];
      value += (1 - p) * lost;
    }
    values[card] = value + spoil * p;
  }
}

inline int best_card(Cards candidates, const float* values) {
  int best = -1;
  for (Cards rest = candidates; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest);
    if (best < 0 || values[card] > values[best]) best = card;
  }
  return best;
}

inline int policy_card(const HandRules& rules, const Tables& tables, const Worth& worth, const Play& hand) {
  const Cards legal = hand.legal();
  if (!(legal & (legal - 1))) return std::countr_zero(legal);
  float values[kDeck];
  const Cards own = hand.held[hand.turn];
  const Cards candidates = distinct(legal, own, kAll & ~hand.seen & ~own);
  value_cards(rules, tables, worth, hand, candidates, values);
  return best_card(candidates, values);
}

inline void play_out(const HandRules& rules, const Tables& tables, const Worth& worth, Play& hand) {
  while (hand.tricks_left > 0) hand.play(rules, policy_card(rules, tables, worth, hand));
}

}  // namespace upriver
