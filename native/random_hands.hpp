// Whole hands of random legal bids and cards: many for speed, or one step by step.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "cards.hpp"
#include "parallel.hpp"
#include "play.hpp"
#include "random.hpp"
#include "rules.hpp"

namespace upriver {

// What is thrown for one hand: the cards and the bids. The cards played follow from the same dice.
struct Thrown {
  Dice dice;
  Cards held[kMaxPlayers];
  int bids[kMaxPlayers];
  int turned = -1, trump;

  Thrown(const HandRules& rules, std::uint64_t seed, std::uint64_t index) : dice(seed, index), trump(rules.trump) {
    Cards left = kAll;
    int count = kDeck;
    for (int seat = 0; seat < rules.players; ++seat) {
      const Cards before = left;
      for (int i = 0; i < rules.size; ++i) left ^= nth(left, dice.below(count--));
      held[seat] = before ^ left;
    }
    if (rules.turns_card) {
      turned = nth_card(left, dice.below(count));
      trump = suit_of(turned);
    }
    int sum = 0;
    for (int i = 0, seat = rules.first(); i < rules.players; ++i, seat = rules.next(seat)) {
      bids[seat] = std::countr_zero(choose(rules.allowed_bids(seat, sum)));
      sum += bids[seat];
    }
  }

  Cards choose(Cards legal) { return nth(legal, dice.below(std::popcount(legal))); }
};

// Each thread adds to one of its own, so they keep to cache lines of their own.
struct alignas(64) Totals {
  std::int64_t points[kMaxPlayers]{};
  std::int64_t made[kMaxPlayers]{};
};

// Hands played in step, card by card: in each the next card waits for the last, and two keep the processor busy.
class Abreast {
 public:
  static constexpr int kHands = 2;

  Abreast(const HandRules& rules, std::uint64_t seed, std::uint64_t index)
      : rules_(rules), hands_{{rules, seed, index}, {rules, seed, index + 1}} {}

  void play() {
    for (int trick = 0; trick < rules_.size; ++trick) {
#pragma GCC unroll 2
      for (Hand& hand : hands_) hand.lead();
      for (int i = 1; i < rules_.players; ++i) {
#pragma GCC unroll 2
        for (Hand& hand : hands_) hand.follow(rules_.players);
      }
#pragma GCC unroll 2
      for (Hand& hand : hands_) hand.take();
    }
  }

  int bid(int hand, int seat) const { return hands_[hand].thrown.bids[seat]; }
  int taken(int hand, int seat) const { return hands_[hand].taken[seat]; }

 private:
  struct Hand {
    Thrown thrown;
    Cards owners[3]{};  // the seat that was dealt a card, in binary
    Cards trumps, suit = 0, trick = 0;
    int turn, seat = 0;
    int taken[kMaxPlayers + 1]{};

    Hand(const HandRules& rules, std::uint64_t seed, std::uint64_t index)
        : thrown(rules, seed, index), trumps(kSuit[thrown.trump]), turn(rules.first()) {
      for (int i = 0; i < rules.players; ++i) {
        for (int digit = 0; digit < 3; ++digit) owners[digit] |= (i >> digit) & 1 ? thrown.held[i] : 0;
      }
    }

    void lead() {
      trick = 0;
      seat = turn;
      put(thrown.held[seat]);
      suit = kClubs << suit_of(std::countr_zero(trick));
    }

    void follow(int players) {
      seat = seat + 1 == players ? 0 : seat + 1;
      const Cards own = thrown.held[seat], following = own & suit;
      put(following ? following : own);
    }

    void put(Cards legal) {
      const Cards card = thrown.choose(legal);
      thrown.held[seat] ^= card;
      trick |= card;
    }

    void take() {
      const Cards ruffs = trick & trumps;
      const int best = std::bit_width(ruffs ? ruffs : trick & suit) - 1;
      turn = 0;
      for (int digit = 0; digit < 3; ++digit) turn |= static_cast<int>((owners[digit] >> best) & 1) << digit;
      ++taken[turn];
    }
  };

  const HandRules& rules_;
  Hand hands_[kHands];
};

inline Totals play_at_random(const HandRules& rules, std::int64_t hands, std::uint64_t seed, int threads) {
  int points[kMaxSize + 1][kMaxSize + 1];
  for (int bid = 0; bid <= rules.size; ++bid) {
    for (int taken = 0; taken <= rules.size; ++taken) points[bid][taken] = rules.scoring.points(bid, taken);
  }
  std::vector<Totals> parts(static_cast<std::size_t>(threads));
  parallel(threads, 0, (hands + Abreast::kHands - 1) / Abreast::kHands, [&](int thread, std::int64_t i) {
    const std::int64_t first = i * Abreast::kHands;
    Abreast abreast(rules, seed, static_cast<std::uint64_t>(first));
    abreast.play();
    Totals& totals = parts[static_cast<std::size_t>(thread)];
    for (int hand = 0; hand < Abreast::kHands && first + hand < hands; ++hand) {
      for (int seat = 0; seat < rules.players; ++seat) {
        const int bid = abreast.bid(hand, seat), taken = abreast.taken(hand, seat);
        totals.points[seat] += points[bid][taken];
        totals.made[seat] += bid == taken;
      }
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

// One of these hands, played step by step with `Play` as bots do, to hold both against the Python rules.
struct Trace {
  Cards dealt[kMaxPlayers];
  int turned;
  std::vector<int> seats, actions;  // who acted, and the bid or card; bids first
  std::vector<Cards> legal;         // what could have been done: bids as bits 0 to size, then cards
  Play end;
};

inline Trace trace_at_random(const HandRules& rules, std::uint64_t seed, std::uint64_t index) {
  Thrown thrown(rules, seed, index);
  HandRules now = rules;
  now.trump = thrown.trump;
  Trace trace;
  trace.turned = thrown.turned;
  Play& hand = trace.end;
  hand.begin(now, thrown.turned);
  std::copy(thrown.held, thrown.held + now.players, trace.dealt);
  std::copy(thrown.held, thrown.held + now.players, hand.held);
  int sum = 0, seat = now.first();
  for (int i = 0; i < now.players; ++i, seat = now.next(seat)) {
    trace.seats.push_back(seat);
    trace.legal.push_back(now.allowed_bids(seat, sum));
    trace.actions.push_back(thrown.bids[seat]);
    hand.bids[seat] = static_cast<std::int8_t>(thrown.bids[seat]);
    sum += thrown.bids[seat];
  }
  while (hand.tricks_left > 0) {
    trace.seats.push_back(hand.turn);
    trace.legal.push_back(hand.legal());
    trace.actions.push_back(std::countr_zero(thrown.choose(hand.legal())));
    hand.play(now, trace.actions.back());
  }
  return trace;
}

}  // namespace upriver
