// What one seat knows when it bids or plays, and what its choices are worth without a search.
#pragma once

#include <bit>
#include <cstdint>

#include "formulas.hpp"
#include "play.hpp"
#include "policy.hpp"
#include "rules.hpp"
#include "tables.hpp"
#include "worlds.hpp"

namespace upriver {

// The ways in which a seat may be taken to play: the policy's or the rule's, kept to loosely or strictly.
enum Way { kByPolicy, kStrictlyByPolicy, kByRule, kStrictlyByRule, kWays };

// A decision as one seat sees it. Python packs it: the fields in this order, without gaps (`bots/kernel.py`).
struct Decision {
  HandRules rules;
  std::int32_t seat, is_bid;
  std::int32_t bidders;              // how many have bid before the seat, from the dealer's left
  std::int32_t hands_left;           // after this one; -1 where only the points of this hand count
  std::int32_t turned;               // the turned card, or -1
  std::int32_t plays;                // cards played so far
  std::int32_t bids[kMaxPlayers];    // 0 where there is none yet
  std::int32_t totals[kMaxPlayers];  // points before this hand
  Cards own;                         // cards that the seat holds
  std::uint8_t played[kDeck];        // in order
  double habits[kMaxPlayers][kWays];  // how likely each seat was to do what it did in hands before, by way
};

struct Values {
  int count = 0;
  int worlds = 0;
  int actions[kDeck];   // bids, or cards
  double mean[kDeck];   // points; where the game counts, with the chance of winning it in per cent
  double error[kDeck];  // standard error of the difference to the best; 0 for the best
  int best = 0;         // the place of the best
  // Of the search alone, by choice, the part of the worlds
  double tricks[kDeck][kMost] = {};  // in which the seat takes so many tricks in the hand
  double wins[kDeck][kDeck] = {};    // in which this card of the seat takes one
};

// The hand as far as the seat has followed it; the other seats' cards are not there.
inline Play follow(const Decision& decision) {
  Play hand{};
  hand.begin(decision.rules, decision.turned);
  for (int seat = 0; seat < decision.rules.players; ++seat) {
    hand.bids[seat] = static_cast<std::int8_t>(decision.bids[seat]);
  }
  for (int i = 0; i < decision.plays; ++i) hand.play(decision.rules, decision.played[i]);
  hand.held[decision.seat] = decision.own;
  return hand;
}

// The turned card, if there is one.
inline Cards turned_in(const Decision& decision) { return decision.turned < 0 ? 0 : bit(decision.turned); }

// What the seat has not seen.
inline Unseen unseen_of(const Decision& decision, const Play& hand) {
  const int players = decision.rules.players;
  Unseen unseen{};
  unseen.cards = kAll & ~hand.seen & ~decision.own;
  for (int i = 0, seat = hand.turn; i < players; ++i, seat = decision.rules.next(seat)) {
    const bool has_played = i >= players - hand.in_trick;
    unseen.held[seat] = seat == decision.seat ? 0 : hand.tricks_left - has_played;
    unseen.voids[seat] = hand.voids[seat];
  }
  return unseen;
}

inline int others_bids(const Decision& decision) {
  int sum = 0;
  for (int seat = 0; seat < decision.rules.players; ++seat) sum += seat == decision.seat ? 0 : decision.bids[seat];
  return sum;
}

// The choices of a decision: the bids allowed, or cards, as bits.
inline Values list_choices(const Decision& decision, Cards cards) {
  Cards choices = decision.is_bid ? decision.rules.allowed_bids(decision.seat, others_bids(decision)) : cards;
  Values values;
  for (; choices; choices &= choices - 1) {
    values.actions[values.count] = std::countr_zero(choices);
    values.mean[values.count] = values.error[values.count] = 0;
    ++values.count;
  }
  return values;
}

inline Values rank(Values values, const float* points) {
  for (int i = 0; i < values.count; ++i) {
    values.mean[i] = static_cast<double>(points[values.actions[i]]);
    if (values.mean[i] > values.mean[values.best]) values.best = i;
  }
  return values;
}

// What the bot by rule sees in each choice, in points: cards where it holds several, bids of hands of two cards or more.
inline Values ask_rule(const Decision& decision, const Formulas& formulas) {
  const HandRules& rules = decision.rules;
  const Play hand = follow(decision);
  const Worth worth(rules);
  float points[kDeck];
  if (decision.is_bid) {
    rule_bids(rules, formulas, worth, decision.own, hand.seen, decision.seat, others_bids(decision), decision.bidders, points);
  } else {
    rule_cards(rules, formulas, worth, hand, hand.legal(), points);
  }
  return rank(list_choices(decision, hand.legal()), points);
}

// What the policy alone sees in each choice, in points: bids, or cards with one standing for all that do not differ.
inline Values ask_policy(const Decision& decision, const Tables& tables) {
  const HandRules& rules = decision.rules;
  const Play hand = follow(decision);
  const Worth worth(rules);
  const Cards cards = distinct(hand, hand.legal(), decision.own);
  float points[kDeck];
  if (decision.is_bid) {
    const Prospect prospect{rules, decision.own, hand.seen, room_of(rules, others_bids(decision), decision.bidders)};
    prospect.value_bids(tables, worth, points);
  } else {
    value_cards(rules, tables, worth, hand, cards, points);
  }
  return rank(list_choices(decision, cards), points);
}

}  // namespace upriver
