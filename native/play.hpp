// One hand being played.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

#include "cards.hpp"
#include "parallel.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace upriver {

// The k-th lowest card of a set, counted from 0.
inline int nth_card(Cards cards, int k) {
#if defined(__BMI2__)
  return std::countr_zero(_pdep_u64(Cards{1} << k, cards));
#else
  while (k-- > 0) cards &= cards - 1;
  return std::countr_zero(cards);
#endif
}

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

struct Totals {
  std::int64_t points[kMaxPlayers]{};
  std::int64_t made[kMaxPlayers]{};
};

inline void bid_at_random(const HandRules& rules, Random& random, Play& hand) {
  int sum = 0;
  for (int i = 0, seat = rules.first(); i < rules.players; ++i, seat = rules.next(seat)) {
    const Cards allowed = rules.allowed_bids(seat, sum);
    const auto count = static_cast<std::uint32_t>(std::popcount(allowed));
    hand.bids[seat] = static_cast<std::int8_t>(nth_card(allowed, static_cast<int>(random.below(count))));
    sum += hand.bids[seat];
  }
}

inline int random_card(Cards legal, Random& random) {
  return nth_card(legal, static_cast<int>(random.below(static_cast<std::uint32_t>(std::popcount(legal)))));
}

// Whole hands of random legal bids and cards.
inline Totals play_at_random(const HandRules& rules, std::int64_t hands, std::uint64_t seed, int threads) {
  std::vector<Totals> parts(static_cast<std::size_t>(threads));
  parallel(threads, 0, hands, [&](int thread, long i) {
    Random random(seed, static_cast<std::uint64_t>(i));
    HandRules now = rules;
    Play hand;
    const int turned = deal(now, random, hand);
    if (turned >= 0) now.trump = suit_of(turned);
    hand.begin(now, turned);
    bid_at_random(now, random, hand);
    while (hand.tricks_left > 0) hand.play(now, random_card(hand.legal(), random));
    Totals& totals = parts[static_cast<std::size_t>(thread)];
    for (int seat = 0; seat < now.players; ++seat) {
      totals.points[seat] += now.scoring.points(hand.bids[seat], hand.taken[seat]);
      totals.made[seat] += hand.bids[seat] == hand.taken[seat];
    }
  });
  Totals sum;
  for (const Totals& part : parts) {
    for (int seat = 0; seat < rules.players; ++seat) {
      sum.points[seat] += part.points[seat];
      sum.made[seat] += part.made[seat];
    }
  }
  return sum;
}

// One of these hands, step by step, to hold the kernel against the Python rules.
struct Trace {
  Cards dealt[kMaxPlayers];
  int turned;
  std::vector<int> seats, actions;  // who acted, and the bid or card; bids first
  std::vector<Cards> legal;         // what else could have been done: bids as bits 0 to size, then cards
  Play end;
};

inline Trace trace_at_random(const HandRules& rules, std::uint64_t seed, std::uint64_t index) {
  Random random(seed, index);
  HandRules now = rules;
  Trace trace;
  Play& hand = trace.end;
  trace.turned = deal(now, random, hand);
  if (trace.turned >= 0) now.trump = suit_of(trace.turned);
  std::copy(hand.held, hand.held + now.players, trace.dealt);
  hand.begin(now, trace.turned);
  bid_at_random(now, random, hand);
  int sum = 0, seat = now.first();
  for (int i = 0; i < now.players; ++i, seat = now.next(seat)) {
    trace.seats.push_back(seat);
    trace.legal.push_back(now.allowed_bids(seat, sum));
    trace.actions.push_back(hand.bids[seat]);
    sum += hand.bids[seat];
  }
  while (hand.tricks_left > 0) {
    trace.seats.push_back(hand.turn);
    trace.legal.push_back(hand.legal());
    trace.actions.push_back(random_card(hand.legal(), random));
    hand.play(now, trace.actions.back());
  }
  return trace;
}

}  // namespace upriver
