// The bot by rule once more (`bots/rule_bot.py`): what it thinks of a bid or card, from the same facts and weights. The
// search believes that another seat may play so, and lets it.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "cards.hpp"
#include "numbers.hpp"
#include "play.hpp"
#include "policy.hpp"
#include "rules.hpp"

namespace upriver {

// The facts about a card, and about a bid, in the order of `bots/facts.py`.
enum Fact : int {
  kOne, kHigher, kLower, kTrumps, kUnbeaten, kShare, kTop, kAbove, kBelow, kOthers, kAllies, kSuits, kLeads, kNeed,
  kDemand, kLeft, kPace, kPlayers, kVoids, kRuffers, kPar, kFacts,
};
inline constexpr int kBidFacts = 5;

// A chance whose log odds are a sum of weighed products of two facts each.
struct Formula {
  static constexpr int kTerms = 16;

  struct Term {
    double weight;
    std::int32_t one, other;
  };

  std::int64_t count;
  Term terms[kTerms];

  double chance(const double* facts) const {
    double total = 0;
    for (int i = 0; i < count; ++i) total += terms[i].weight * facts[terms[i].one] * facts[terms[i].other];
    total = std::clamp(total, -30.0, 30.0);
    return total > 0 ? 1 / (1 + exp_of(-total)) : 1 - 1 / (1 + exp_of(total));
  }
};

// All that the bot goes by. Python packs it: the fields in this order, without gaps (`bots/kernel.py`).
struct Formulas {
  Formula kept[2][2];  // of a card that is kept: trump or not; of a seat that is full, or short of its bid
  Formula bid[2];      // of a card when the bid is due: trump or not
  Formula steer;
  struct {
    double short_over, eager_over, eager_ruff, full_over, full_ruff, lost_over, lost_ruff;
  } threats;
};

// Logarithms of whole numbers: the facts need those of fractions.
struct Logs {
  static constexpr int kMost = (kDeck + 1) * (kDeck + 1);
  double of[kMost];

  Logs() {
    of[0] = 0;
    for (int i = 1; i < kMost; ++i) of[i] = log_of(i);
  }

  // Of a fraction whose denominator is `whole`.
  double fraction(int part, int whole) const { return of[part] - of[whole]; }
};

inline const Logs kLogs;

// What a seat works out from what it has seen (`bots/reading.py`).
struct Reading {
  const HandRules& rules;
  const std::uint8_t* voids;
  int seat, left, demand = 0;  // demand: tricks that the others need, all together
  Cards own, unseen;
  int hidden, suits = 0, counts[4], lengths[4];
  int held[kMaxPlayers] = {}, needs[kMaxPlayers] = {};

  // Before the play.
  Reading(const HandRules& rules, const Play& hand, int seat, Cards own)
      : rules(rules), voids(hand.voids), seat(seat), left(hand.tricks_left), own(own), unseen(kAll & ~hand.seen & ~own) {
    hidden = std::popcount(unseen);
    for (int suit = 0; suit < 4; ++suit) {
      counts[suit] = std::popcount(unseen & kSuit[suit]);
      lengths[suit] = std::popcount(own & kSuit[suit]);
      suits += lengths[suit] > 0;
    }
  }

  // Of the seat on turn.
  Reading(const HandRules& rules, const Play& hand) : Reading(rules, hand, hand.turn, hand.held[hand.turn]) {
    for (int i = 0, other = seat; i < rules.players; ++i, other = rules.next(other)) {
      held[other] = left - (i >= rules.players - hand.in_trick);
      needs[other] = hand.need(other);
      if (other != seat) demand += std::max(needs[other], 0);
    }
  }

  int higher(int card) const { return std::popcount(unseen & Outlook::above(card)); }
  bool is_trump(int card) const { return suit_of(card) == rules.trump; }
  bool is_sure(int card) const { return is_trump(card) && higher(card) == 0; }
};

// The facts about a card that is held with so many tricks to come, but for what its seat needs, `kNeed`, and whether it
// leads, `kLeads`.
inline void find_facts(const Reading& reading, int card, int left, double* facts) {
  constexpr double kMostDemand = 1.25, kAlmost = 0.97, kAlmostLog = -3.5065578973199814;
  const int suit = suit_of(card), trump = reading.rules.trump, hidden = reading.hidden;
  const int rivals = reading.rules.players - 1, dealt = std::min(hidden, left * rivals);
  const bool is_side = trump != kNoTrump && suit != trump;
  const int count = reading.counts[suit], higher = reading.higher(card), trumps = is_side ? reading.counts[trump] : 0;
  const int above = std::popcount(reading.own & Outlook::above(card)), length = reading.lengths[suit];
  const auto expected = [&](int cards) { return kLogs.fraction(hidden + cards * dealt, hidden); };
  int voids = 0, ruffers = 0;
  for (int other = 0; other < reading.rules.players; ++other) {
    if (other == reading.seat || !((reading.voids[other] >> suit) & 1)) continue;
    ++voids;
    ruffers += is_side && !((reading.voids[other] >> trump) & 1);
  }
  const int beaten = higher + trumps;
  facts[kOne] = 1;
  facts[kHigher] = expected(higher);
  facts[kLower] = expected(count - higher);
  facts[kTrumps] = expected(trumps);
  facts[kUnbeaten] = rivals * (beaten > kAlmost * hidden ? kAlmostLog : kLogs.fraction(hidden - beaten, hidden));
  facts[kShare] = count ? static_cast<double>(higher) / count : 0;
  facts[kTop] = higher == 0;
  facts[kAbove] = above;
  facts[kBelow] = length - above - 1;
  facts[kOthers] = left - length;
  facts[kAllies] = trump == kNoTrump ? 0 : reading.lengths[trump] - (suit == trump);
  facts[kSuits] = reading.suits;
  facts[kDemand] = std::min(kMostDemand, static_cast<double>(reading.demand) / left);
  facts[kLeft] = left;
  facts[kPace] = 1.0 / left;
  facts[kPlayers] = reading.rules.players;
  facts[kVoids] = voids;
  facts[kRuffers] = ruffers;
  facts[kPar] = 0;
}

// What the bot by rule sees in each bid, in points, in a hand of two cards or more. `sum` and `bidders` tell of the bids
// made before.
inline void rule_bids(const HandRules& rules, const Formulas& formulas, const Worth& worth, Cards own, Cards turned,
                      int seat, int sum, int bidders, float* values) {
  constexpr double kMostPar = 0.4, kTiny = 1e-6;
  Play hand{};
  hand.seen = turned;
  hand.tricks_left = rules.size;
  Reading reading(rules, hand, seat, own);
  double par = 0;
  if (!rules.together) {
    reading.demand = sum;
    par = static_cast<double>(sum) / rules.size - static_cast<double>(bidders) / rules.players;
  }
  Sum counts;
  double mean = 0, variance = 0;
  for (Cards rest = own; rest; rest &= rest - 1) {
    const int card = std::countr_zero(rest);
    double chance = 1;
    if (!reading.is_sure(card)) {
      double facts[kFacts];
      find_facts(reading, card, rules.size, facts);
      facts[kNeed] = 0;
      facts[kLeads] = seat == rules.first();
      facts[kPar] = std::clamp(par, -kMostPar, kMostPar);
      chance = formulas.bid[reading.is_trump(card)].chance(facts);
    }
    counts.add(static_cast<float>(chance));
    mean += chance;
    variance += chance * (1 - chance);
  }
  const double spread = std::sqrt(variance);
  for (int bid = 0; bid <= rules.size; ++bid) {
    const double p = static_cast<double>(counts.at[bid]), miss = std::max(1 - p, kTiny);
    const double odds = std::max(p, kTiny) / miss;
    const double facts[kBidFacts] = {1, log_of(odds), mean - bid, static_cast<double>(rules.size), spread};
    const double made = formulas.steer.chance(facts);
    double missed = 0;
    for (int taken = 0; taken <= rules.size; ++taken) {
      if (taken != bid) missed += static_cast<double>(counts.at[taken] * worth.points[bid][taken]);
    }
    values[bid] = static_cast<float>(made * static_cast<double>(worth.points[bid][bid]) + (1 - made) / miss * missed);
  }
}

// The chance that a card played now takes the trick (`bots/threats.py`). A threat is the logarithm of the chance to
// escape it, with its sign turned; weighed, they are summed.
inline double chance_to_take(const Reading& reading, const Formulas& formulas, const Play& hand, int card) {
  constexpr double kMost = 0.9999, kMostThreat = 9.2103403719761836;
  const HandRules& rules = reading.rules;
  if (!hand.wins(rules, card)) return 0;
  const int suit = suit_of(card), trump = rules.trump, led = hand.led < 0 ? suit : hand.led;
  const int count = reading.counts[led], hidden = reading.hidden, rest = hidden - count;
  const int higher = suit == led ? reading.higher(card) : 0;
  const int ruffs = trump == kNoTrump || trump == led ? 0 : suit == trump ? reading.higher(card) : reading.counts[trump];
  if (!higher && !ruffs) return 1;
  const auto none_of = [](int cards, int among, int held) {  // the chance that a seat holds none of so many cards
    double chance = 1;
    for (double each = 1 - static_cast<double>(cards) / among; held > 0; held >>= 1, each *= each) {
      if (held & 1) chance *= each;
    }
    return chance;
  };
  const auto threat = [&](double chance) { return chance > 0 ? -log_of(1 - std::min(chance, kMost)) : 0; };
  const auto& weights = formulas.threats;
  double total = 0;
  for (int i = 1, seat = rules.next(reading.seat); i < rules.players - hand.in_trick; ++i, seat = rules.next(seat)) {
    const int held = reading.held[seat], need = reading.needs[seat];
    const bool is_void = (reading.voids[seat] >> led) & 1, is_full = need == 0;
    const double empty = is_void ? 1 : none_of(count, hidden, held);
    double over = 0, ruff = 0;
    if (higher && !is_void) {
      if (is_full) {
        over = threat(none_of(count - higher, hidden, held) - empty);
      } else {
        over = higher == hidden ? kMostThreat : std::min(-held * kLogs.fraction(hidden - higher, hidden), kMostThreat);
      }
    }
    if (ruffs && rest && !((reading.voids[seat] >> trump) & 1)) ruff = threat(empty * (1 - none_of(ruffs, rest, held)));
    if (is_full) {
      total += weights.full_over * over + weights.full_ruff * ruff;
    } else if (need > 0 && need <= reading.left) {
      const double eager = static_cast<double>(need) / reading.left;
      total += (weights.short_over + weights.eager_over * eager) * over + weights.eager_ruff * eager * ruff;
    } else {
      total += weights.lost_over * over + weights.lost_ruff * ruff;
    }
  }
  return exp_of(-std::max(total, 0.0));
}

// What the bot by rule sees in each of the candidates, in points, with two cards or more in the hand. A small part
// decides between cards of the same worth when the bid is lost.
inline void rule_cards(const HandRules& rules, const Formulas& formulas, const Worth& worth, const Play& hand,
                       Cards candidates, float* values) {
  const Reading reading(rules, hand);
  const int left = reading.left - 1, need = reading.needs[reading.seat];
  LeftOut rest[2];  // if the trick is lost, and if it is won
  int cards[kMaxSize], count = 0;
  for (Cards own = reading.own; own; own &= own - 1) {
    const int card = std::countr_zero(own);
    double facts[kFacts];
    const bool is_sure = reading.is_sure(card);
    if (!is_sure) find_facts(reading, card, left, facts);
    for (int won = 0; won < 2; ++won) {
      facts[kNeed] = static_cast<double>(need - won) / left;
      facts[kLeads] = won;
      const Formula& formula = formulas.kept[reading.is_trump(card)][need - won > 0];
      rest[won].chances[count] = is_sure ? 1 : static_cast<float>(formula.chance(facts));
    }
    cards[count++] = card;
  }
  const float* points = &worth.points[hand.bids[reading.seat]][hand.taken[reading.seat]];
  for (int won = 0; won < 2; ++won) rest[won].prepare(count, -1, points + won);
  const bool is_lost = need < 0 || need > reading.left;
  const float spoil = !is_lost ? 0 : reading.demand >= reading.left ? 1e-4f : -1e-4f;
  for (int i = 0; i < count; ++i) {
    if (!(candidates & bit(cards[i]))) continue;
    const auto takes = static_cast<float>(chance_to_take(reading, formulas, hand, cards[i]));
    float value = spoil * takes;
    if (takes > 0) value += takes * rest[1].missed(i);
    if (takes < 1) value += (1 - takes) * rest[0].missed(i);
    values[cards[i]] = value;
  }
}

// The card that the bot by rule plays: from the top for a seat that needs every trick, if it can lead the top trump or
// holds only trumps.
inline int rule_card(const HandRules& rules, const Formulas& formulas, const Worth& worth, const Play& hand) {
  const Cards legal = hand.legal(), own = hand.held[hand.turn], trumps = legal & kSuit[rules.trump];
  if (!(legal & (legal - 1))) return std::countr_zero(legal);
  if (trumps && hand.need(hand.turn) == hand.tricks_left) {
    const int top = std::bit_width(trumps) - 1;
    const bool is_top = !(kAll & ~hand.seen & ~own & Outlook::above(top));
    if (trumps == own || (hand.led < 0 && is_top)) return top;
  }
  float values[kDeck];
  const Cards candidates = distinct(hand, legal, own);
  rule_cards(rules, formulas, worth, hand, candidates, values);
  return best_card(candidates, values);
}

}  // namespace upriver
