// How the policy bids and plays: chances from the tables, the tricks of a hand as the distribution of their sum, a bid
// made more often than that as the seat steers, and the choice that is worth the most points.
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
  float mean = 0;
  int most = 0;

  void add(float p) {
    mean += p;
    at[most + 1] = at[most] * p;
    for (int k = most; k > 0; --k) at[k] = at[k] * (1 - p) + at[k - 1] * p;
    at[0] *= 1 - p;
    ++most;
  }
};

// What a seat knows when it plays, counted once for all its candidates.
struct Outlook {
  int seat, left, need, press, behind, want;
  int lengths[4], outs[4], risks[4];
  Cards own, unseen;
  const std::uint8_t* live;

  Outlook(const HandRules& rules, const Play& hand) : seat(hand.turn), left(hand.tricks_left), need(hand.need(seat)) {
    own = hand.held[seat];
    unseen = kAll & ~hand.seen & ~own;
    live = kLiveSteps.of[std::popcount(unseen)][left * (rules.players - 1) - hand.in_trick];
    behind = rules.players - 1 - hand.in_trick;
    press = 1 - left;
    want = 0;
    for (int suit = 0; suit < 4; ++suit) {
      lengths[suit] = std::popcount(own & kSuit[suit]);
      outs[suit] = live_of(kSuit[suit]);
    }
    for (int i = 1, other = rules.next(seat); i < rules.players; ++i, other = rules.next(other)) {
      const int needs = hand.need(other);
      if (needs > 0) press += needs;
      if (i <= behind) want += needs > 0 && needs <= left;
    }
    for (int suit = 0; suit < 4; ++suit) risks[suit] = risk_of(rules, hand, suit);
    if (rules.trump != kNoTrump && hand.led != rules.trump) {
      for (int i = 1, other = rules.next(seat); i <= behind; ++i, other = rules.next(other)) {
        voids_behind[i - 1] = hand.voids[other];
      }
    }
  }

  std::uint8_t voids_behind[kMaxPlayers] = {};

  int live_of(Cards cards) const { return live[std::popcount(cards & unseen)]; }

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
    return NowCell::at(role, behind, want, live_of(above(card)), outs[followed],
                       trump != kNoTrump && (role == kRuff || suit != trump) ? outs[trump] : 0,
                       ruffers_of(followed, trump));
  }

  // Of a side suit: nobody can hold a trump, few trumps are out, more are, or a seat is known to ruff it. Without
  // trump: seats that are known to be out of the suit. Of trumps: how many other cards the seat holds.
  int risk_of(const HandRules& rules, const Play& hand, int suit) const {
    if (suit == rules.trump) {
      const int others = left - lengths[suit];
      return others <= 1 ? others : others <= 3 ? 2 : 3;
    }
    int voids = 0, ruffers = 0;
    for (int other = 0; other < rules.players; ++other) {
      if (other == seat || !((hand.voids[other] >> suit) & 1)) continue;
      ++voids;
      ruffers += rules.trump != kNoTrump && !((hand.voids[other] >> rules.trump) & 1);
    }
    if (rules.trump == kNoTrump) return up_to(voids, 3);
    const int trumps = outs[rules.trump];
    return trumps == 0 ? 0 : ruffers > 0 ? 3 : trumps <= 2 ? 1 : 2;
  }

  int later_row(bool wins) const {
    return LaterCell::row(LaterCell::need_class(need - wins, left - 1), press, left - 1, wins);
  }

  int later_cell(const HandRules& rules, int row, int card) const {
    const int suit = suit_of(card);
    const Cards higher = above(card);
    return LaterCell::at(row, kind_of(suit, rules.trump), live_of(higher),
                         LaterCell::shape_of(lengths[suit], std::popcount(own & higher)), risks[suit],
                         outs[suit]);
  }

  static Cards above(int card) { return kSuit[suit_of(card)] & ~(bit(card) | (bit(card) - 1)); }
};

// How much the bids made so far leave: 0 when nothing is known, then 1 to 3 from little bid to much.
inline int room_of(const HandRules& rules, int sum, int bidders) {
  if (bidders == 0 || rules.together) return 0;
  const int twice = 2 * (sum * rules.players - rules.size * bidders);
  return twice < -rules.players ? 1 : twice <= rules.players ? 2 : 3;
}

// What a seat knows when it bids; `turned` is the turned card, if there is one.
struct Prospect {
  const HandRules& rules;
  Cards own, turned;
  int room;

  int cell(int card) const {
    const int suit = suit_of(card);
    const Cards higher = Outlook::above(card);
    int extra = 0;
    if (suit == rules.trump) {
      for (int other = 0; other < 4; ++other) extra += !(own & kSuit[other]);
    } else {
      extra = std::popcount(own & higher);
    }
    return BidCell::at(rules.size, room, kind_of(suit, rules.trump), std::popcount(own & kSuit[rules.trump]),
                       std::popcount(own & kSuit[suit]), extra, std::popcount(higher & ~own & ~turned));
  }

  Sum expect(const Tables& tables) const {
    Sum sum;
    for (Cards rest = own; rest; rest &= rest - 1) sum.add(chance(tables.bid[cell(std::countr_zero(rest))]));
    return sum;
  }

  // What each bid is worth in points, as the policy sees it.
  void value_bids(const Tables& tables, const Worth& worth, float* values) const {
    const Sum sum = expect(tables);
    for (int bid = 0; bid <= rules.size; ++bid) {
      float missed = 0;
      for (int taken = 0; taken <= rules.size; ++taken) {
        if (taken != bid) missed += sum.at[taken] * worth.points[bid][taken];
      }
      const float p = sum.at[bid];
      const float made = steered(p, tables.steer[SteerCell::when_bidding(rules.size, room, bid, sum.mean - bid)]);
      values[bid] = made * worth.points[bid][bid] + (1 - made) / (1 - p) * missed;
    }
  }
};

inline int best_bid(const HandRules& rules, const float* values, std::uint32_t allowed) {
  int best = -1;
  for (int bid = 0; bid <= rules.size; ++bid) {
    if ((allowed >> bid) & 1 && (best < 0 || values[bid] > values[best])) best = bid;
  }
  return best;
}

inline int policy_bid(const Prospect& prospect, const Tables& tables, const Worth& worth, std::uint32_t allowed) {
  float values[kMost];
  prospect.value_bids(tables, worth, values);
  return best_bid(prospect.rules, values, allowed);
}

// The legal cards that differ, of a seat's own: of touching cards, with none between that is unseen or wins the trick so
// far, the lowest stands for all.
inline Cards distinct(const Play& hand, Cards legal, Cards own) {
  Cards others = kAll & ~hand.seen & ~own;
  if (hand.in_trick > 0) others |= bit(hand.best);
  Cards kept = 0;
  for (int suit = 0; suit < 4; ++suit) {
    bool touching = false;
    for (Cards rest = (own | others) & kSuit[suit]; rest; rest &= rest - 1) {
      const Cards low = rest & -rest;
      if (!(own & low)) {
        touching = false;
      } else if (!touching && (legal & low)) {
        kept |= low;
        touching = true;
      }
    }
  }
  return kept;
}

// The tricks of a hand without one of its cards, for each card: first the cards before it, then those after it.
class LeftOut {
 public:
  float mean = 0;
  float chances[kMaxSize];

  // missed: points by tricks that the cards take, but for the number needed; that one counts as made.
  void prepare(int count, int need, const float* missed) {
    front_[0][0] = 1;
    for (int i = 0; i + 1 < count; ++i) {
      const float p = chances[i], q = 1 - p;
      front_[i + 1][0] = front_[i][0] * q;
      for (int k = 1; k <= i; ++k) front_[i + 1][k] = front_[i][k] * q + front_[i][k - 1] * p;
      front_[i + 1][i + 1] = front_[i][i] * p;
    }
    for (int k = 0; k < count; ++k) {
      made_[count][k] = k == need;
      missed_[count][k] = k == need ? 0 : missed[k];
    }
    for (int i = count - 1; i > 0; --i) {
      const float p = chances[i], q = 1 - p;
      for (int k = 0; k < i; ++k) {
        made_[i][k] = made_[i + 1][k] * q + made_[i + 1][k + 1] * p;
        missed_[i][k] = missed_[i + 1][k] * q + missed_[i + 1][k + 1] * p;
      }
    }
    for (int i = 0; i < count; ++i) mean += chances[i];
  }

  // The chance that the number needed is taken without the i-th card.
  float made(int i) const { return join(i, made_); }

  // Mean points of missing it.
  float missed(int i) const { return join(i, missed_); }

 private:
  float join(int i, const float (*back)[kMost]) const {
    float value = 0;
    for (int k = 0; k <= i; ++k) value += front_[i][k] * back[i + 1][k];
    return value;
  }

  float front_[kMaxSize][kMost];                                // chances of k tricks from the cards before the i-th
  float made_[kMaxSize + 1][kMost], missed_[kMaxSize + 1][kMost];  // after k tricks from those before the i-th
};

// What each legal card is worth in points, as the policy sees it; `values` by card. A small part decides between
// cards that are worth the same: when the bid is lost, to take tricks from those who need them, or to leave them to
// those who do not.
inline void value_cards(const HandRules& rules, const Tables& tables, const Worth& worth, const Play& hand,
                        Cards candidates, float* values) {
  const Outlook look(rules, hand);
  const int bid = hand.bids[look.seat], left = look.left - 1;
  LeftOut rest[2];  // if the trick is lost, and if it is won
  const int rows[2] = {look.later_row(false), look.later_row(true)};
  int cards[kMaxSize], count = 0;
  for (Cards own = look.own; own; own &= own - 1) {
    const int card = std::countr_zero(own), cell = look.later_cell(rules, 0, card);
    for (int won = 0; won < 2; ++won) {
      rest[won].chances[count] = chance(tables.later[rows[won] * LaterCell::kRowCells + cell]);
    }
    cards[count++] = card;
  }
  for (int won = 0; won < 2; ++won) rest[won].prepare(count, look.need - won, &worth.points[bid][hand.taken[look.seat] + won]);
  const auto value_of = [&](int i, bool won) {
    const int need = look.need - won;
    const float missed = rest[won].missed(i);
    if (need < 0 || need > left) return missed;
    if (left == 0) return worth.points[bid][bid];
    const float p = rest[won].made(i), spare = rest[won].mean - rest[won].chances[i] - static_cast<float>(need);
    const float made = steered(p, tables.steer[SteerCell::when_playing(left, look.press, won, need, spare)]);
    return made * worth.points[bid][bid] + (1 - made) / (1 - p) * missed;
  };
  const float spoil = look.press > 0 ? 1e-3f : -1e-3f;
  for (int i = 0; i < count; ++i) {
    if (!(candidates & bit(cards[i]))) continue;
    float p = 0;
    if (hand.wins(rules, cards[i])) p = look.behind == 0 ? 1 : chance(tables.now[look.now_cell(rules, hand, cards[i])]);
    float value = spoil * p;
    if (p > 0) value += p * value_of(i, true);
    if (p < 1) value += (1 - p) * value_of(i, false);
    values[cards[i]] = value;
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
  const Cards candidates = distinct(hand, legal, own);
  value_cards(rules, tables, worth, hand, candidates, values);
  return best_card(candidates, values);
}

}  // namespace upriver
