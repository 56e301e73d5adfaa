// Deals of the unseen cards that one seat cannot tell apart, each exactly as likely.
//
// Seats with a known void are dealt first: how many cards of each suit one gets is drawn with the number of ways
// that the rest can still be dealt as its weight, so nothing is ever rejected. What is left is shuffled.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "cards.hpp"
#include "random.hpp"

namespace upriver {

struct Unseen {
  Cards cards;                      // all that the seat has not seen, the stock included
  std::int32_t held[kMaxPlayers];   // how many of them each seat holds; 0 for the seat itself
  std::uint8_t voids[kMaxPlayers];  // suits that a seat is known not to hold, as bits
};

class Worlds {
 public:
  Worlds(const Unseen& unseen, int players) : unseen_(unseen), players_(players) {
    for (int seat = 0; seat < players; ++seat) {
      if (unseen.voids[seat] && unseen.held[seat]) narrow_.push_back(seat);
    }
    Counts counts{};
    for (int suit = 0; suit < 4; ++suit) counts[suit] = std::popcount(unseen.cards & kSuit[suit]);
    start_ = counts;
    int held = 0;
    for (int seat = 0; seat < players; ++seat) held += unseen.held[seat];
    if (held > std::popcount(unseen.cards) || ways(0, counts) <= 0) {
      throw std::invalid_argument("no deal of the cards that the seat has not seen fits what it has seen");
    }
  }

  // Deals one world: the cards of every other seat; the rest of `cards` is the stock.
  void sample(Random& random, Cards* held) {
    std::uint8_t suits[4][13];
    Counts left = start_;
    for (int suit = 0; suit < 4; ++suit) fill(unseen_.cards & kSuit[suit], suits[suit]);
    for (int seat = 0; seat < players_; ++seat) held[seat] = 0;
    for (std::size_t i = 0; i < narrow_.size(); ++i) {
      const Counts chosen = choose(i, left, random);
      for (int suit = 0; suit < 4; ++suit) {
        for (int k = 0; k < chosen[suit]; ++k) held[narrow_[i]] |= bit(draw(suits[suit], left[suit], random));
      }
    }
    std::uint8_t rest[kDeck];
    int count = 0;
    for (int suit = 0; suit < 4; ++suit) {
      for (int k = 0; k < left[suit]; ++k) rest[count++] = suits[suit][k];
    }
    for (int seat = 0; seat < players_; ++seat) {
      if (held[seat] || !unseen_.held[seat]) continue;
      for (int k = 0; k < unseen_.held[seat]; ++k) held[seat] |= bit(draw(rest, count, random));
    }
  }

 private:
  using Counts = std::array<int, 4>;

  static int fill(Cards cards, std::uint8_t* out) {
    int count = 0;
    for (; cards; cards &= cards - 1) out[count++] = static_cast<std::uint8_t>(std::countr_zero(cards));
    return count;
  }

  // Takes one of the first `count` cards, each as likely, and closes the gap with the last.
  static int draw(std::uint8_t* cards, int& count, Random& random) {
    const auto at = random.below(static_cast<std::uint32_t>(count));
    const int card = cards[at];
    cards[at] = cards[--count];
    return card;
  }

  static double choose_ways(int n, int k) {
    double ways = 1;
    for (int i = 1; i <= k; ++i) ways = ways * (n - k + i) / i;
    return ways;
  }

  template <typename Visit>
  void splits(std::size_t i, const Counts& left, Visit visit) {
    const int seat = narrow_[i], need = unseen_.held[seat];
    const auto most = [&](int suit) { return (unseen_.voids[seat] >> suit) & 1 ? 0 : std::min(left[suit], need); };
    for (int a = 0; a <= most(0); ++a) {
      for (int b = 0; b <= std::min(most(1), need - a); ++b) {
        for (int c = 0; c <= std::min(most(2), need - a - b); ++c) {
          const int d = need - a - b - c;
          if (d > most(3)) continue;
          const Counts chosen{a, b, c, d};
          const Counts after{left[0] - a, left[1] - b, left[2] - c, left[3] - d};
          double weight = ways(i + 1, after);
          for (int suit = 0; weight > 0 && suit < 4; ++suit) weight *= choose_ways(left[suit], chosen[suit]);
          if (weight > 0 && !visit(chosen, weight)) return;
        }
      }
    }
  }

  // In how many ways the narrow seats from the i-th on can be dealt from so many cards of each suit.
  double ways(std::size_t i, const Counts& left) {
    if (i == narrow_.size()) return 1;
    const std::uint32_t key = ((((static_cast<std::uint32_t>(i) * 14 + left[0]) * 14 + left[1]) * 14 + left[2]) * 14) + left[3];
    if (const auto known = memo_.find(key); known != memo_.end()) return known->second;
    double sum = 0;
    splits(i, left, [&](const Counts&, double weight) {
      sum += weight;
      return true;
    });
    memo_[key] = sum;
    return sum;
  }

  Counts choose(std::size_t i, const Counts& left, Random& random) {
    double at = random.uniform() * ways(i, left);
    Counts chosen{};
    splits(i, left, [&](const Counts& split, double weight) {
      chosen = split;
      at -= weight;
      return at >= 0;
    });
    return chosen;
  }

  Unseen unseen_;
  int players_;
  std::vector<int> narrow_;
  Counts start_{};
  std::unordered_map<std::uint32_t, double> memo_;
};

}  // namespace upriver
