// One hand being played.
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "cards.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace upriver {

#if !defined(__BMI2__)
// The k-th lowest bit of a byte, by k and byte.
struct BitsOfBytes {
  std::uint8_t nth[8][256]{};

  constexpr BitsOfBytes() {
    for (int byte = 0; byte < 256; ++byte) {
      for (int bit = 0, k = 0; bit < 8; ++bit) {
        if ((byte >> bit) & 1) nth[k++][byte] = static_cast<std::uint8_t>(bit);
      }
    }
  }
};
inline constexpr BitsOfBytes kBitsOfBytes;
#endif

// The k-th lowest card of a set, counted from 0, as a set of its own.
inline Cards nth(Cards cards, int k) {
#if defined(__BMI2__)
  return _pdep_u64(Cards{1} << k, cards);
#else
  // Cards counted up to each byte, then how many bytes are passed before the card, all in one word at a time (Vigna,
  // "Broadword implementation of rank/select queries", 2008).
  constexpr std::uint64_t kEach = 0x0101010101010101, kTop = kEach << 7;
  std::uint64_t sums = cards - ((cards >> 1) & 0x5555555555555555);
  sums = (sums & 0x3333333333333333) + ((sums >> 2) & 0x3333333333333333);
  sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0f) * kEach;
  const std::uint64_t passed = (((static_cast<std::uint64_t>(k) * kEach | kTop) - sums) & kTop) >> 7;
  const int start = static_cast<int>((passed * kEach) >> 56) * 8;
  const int before = static_cast<int>(((sums << 8) >> start) & 0xff);
  return Cards{1} << (start + kBitsOfBytes.nth[k - before][(cards >> start) & 0xff]);
#endif
}

inline int nth_card(Cards cards, int k) { return std::countr_zero(nth(cards, k)); }

struct Play {
  Cards held[kMaxPlayers];
  Cards seen;  // by all: the turned card and the cards played
  std::int8_t bids[kMaxPlayers];
  std::int8_t taken[kMaxPlayers];
  std::uint8_t voids[kMaxPlayers];  // suits that a seat has shown it does not hold, as bits
  int turn, in_trick, tricks_left;
  int led, best, best_seat;  // led: suit of the trick, or -1 before the lead

  void begin(const HandRules& rules, int turned) {
    for (int seat = 0; seat < rules.players; ++seat) bids[seat] = taken[seat] = 0, voids[seat] = 0;
    seen = turned < 0 ? 0 : bit(turned);
    turn = rules.first();
    in_trick = 0;
    tricks_left = rules.size;
    led = -1;
    best = best_seat = 0;
  }

  int need(int seat) const { return bids[seat] - taken[seat]; }

  Cards legal() const {
    const Cards own = held[turn];
    if (led < 0) return own;
    const Cards following = own & kSuit[led];
    return following ? following : own;
  }

  // Whether a card would win the trick as it stands.
  bool wins(const HandRules& rules, int card) const {
    if (led < 0) return true;
    const int suit = suit_of(card);
    return suit == suit_of(best) ? card > best : suit == rules.trump;
  }

  void play(const HandRules& rules, int card) {
    if (wins(rules, card)) {
      best = card;
      best_seat = turn;
    }
    if (led < 0) {
      led = suit_of(card);
    } else if (suit_of(card) != led) {
      voids[turn] |= static_cast<std::uint8_t>(1 << led);
    }
    held[turn] &= ~bit(card);
    seen |= bit(card);
    turn = rules.next(turn);
    if (++in_trick == rules.players) {
      ++taken[best_seat];
      turn = best_seat;
      in_trick = 0;
      led = -1;
      --tricks_left;
    }
  }
};

// Deals the hand and returns the turned card, or -1.
inline int deal(const HandRules& rules, Random& random, Play& hand) {
  std::uint8_t deck[kDeck];
  for (int card = 0; card < kDeck; ++card) deck[card] = static_cast<std::uint8_t>(card);
  for (int seat = 0; seat < rules.players; ++seat) hand.held[seat] = 0;
  int place = 0;
  const auto draw = [&] {
    const int other = place + static_cast<int>(random.below(static_cast<std::uint32_t>(kDeck - place)));
    std::swap(deck[place], deck[other]);
    return deck[place++];
  };
  for (int seat = 0; seat < rules.players; ++seat) {
    for (int i = 0; i < rules.size; ++i) hand.held[seat] |= bit(draw());
  }
  return rules.turns_card ? draw() : -1;
}

inline int random_card(Cards legal, Random& random) {
  return nth_card(legal, static_cast<int>(random.below(static_cast<std::uint32_t>(std::popcount(legal)))));
}

}  // namespace upriver
