// What a hand needs to know of `Rules`: players, size, dealer, trump, the dealer's limit and the scoring dials.
#pragma once

#include <cstdint>
#include <cstdlib>

#include "cards.hpp"

namespace upriver {

enum class Limit : std::int32_t { kFree, kHook, kOver };

struct Scoring {
  std::int32_t bonus, per_trick, per_trick_squared, zero, has_zero, keep_tricks, miss, per_off, growing_off;

  std::int32_t points(int bid, int taken) const {
    if (bid == taken) {
      if (bid == 0 && has_zero) return zero;
      return bonus + per_trick * taken + per_trick_squared * taken * taken;
    }
    const int off = std::abs(bid - taken);
    return (keep_tricks ? per_trick * taken : 0) - miss - per_off * off - growing_off * (off * (off + 1) / 2);
  }
};

struct HandRules {
  std::int32_t players, size, dealer, trump;  // trump: a suit, or kNoTrump
  Limit limit;                                // kFree where it does not hold in a hand of this size
  std::int32_t turns_card;                    // one card lies face up and is nobody's
  std::int32_t together;                      // all bid at once, none knowing the others' bids
  Scoring scoring;

  int first() const { return next(dealer); }
  int next(int seat) const { return seat + 1 == players ? 0 : seat + 1; }

  // The bids that a seat may make, as bits 0 to size. `others` is the sum of the other bids; only the dealer's
  // choice depends on it (rules.md, "Bidding").
  std::uint32_t allowed_bids(int seat, int others) const {
    const std::uint32_t every = (2u << size) - 1;
    if (seat != dealer || limit == Limit::kFree) return every;
    if (limit == Limit::kHook) return others <= size ? every & ~(1u << (size - others)) : every;
    if (others > size) return every;
    const std::uint32_t above = every & ~((2u << (size - others)) - 1);
    return above ? above : 1u << size;
  }
};

}  // namespace upriver
