// What each bid or card is worth, found by playing it out in worlds that fit what the seat has seen.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "formulas.hpp"
#include "numbers.hpp"
#include "parallel.hpp"
#include "play.hpp"
#include "policy.hpp"
#include "random.hpp"
#include "standing.hpp"
#include "tables.hpp"
#include "worlds.hpp"

namespace upriver {

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
};

struct Budget {
  std::int32_t worlds;     // worlds that are played out
  std::int32_t proposals;  // worlds drawn for each one kept; 1 means no belief
  double bid_heat;         // softness of the bids believed of others, in points
  double play_heat;        // softness of the cards believed of others, in points; 0: cards are not weighed
  double by_rule;      // how likely another seat is taken to play by rule, and not by the policy, before it has acted
};

struct Values {
  int count = 0;
  int worlds = 0;
  int actions[kDeck];   // bids, or cards
  double mean[kDeck];   // points, or the chance of winning the game in per cent
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

class Search {
 public:
  Search(const Decision& decision, const Tables& tables, const Formulas& formulas, const Budget& budget, std::uint64_t seed, int threads)
      : decision_(decision),
        rules_(decision.rules),
        tables_(tables),
        formulas_(formulas),
        budget_(budget),
        seed_(seed),
        threads_(threads),
        hand_(follow(decision)),
        worth_(decision.rules),
        turned_(decision.turned < 0 ? 0 : bit(decision.turned)),
        worlds_(unseen_of(decision, hand_), decision.rules.players),
        standing_(decision.rules, decision.hands_left) {}

  Values run() {
    values_ = list_choices(decision_, distinct(hand_, hand_.legal(), decision_.own));
    if (values_.count > 1) {
      draw_worlds();
      race();
    }
    return values_;
  }

 private:
  // How a seat may be taken to play.
  enum Style { kByPolicy, kByRule, kStyles };

  struct World {
    Cards held[kMaxPlayers];
    double weight;
    double likely[kMaxPlayers][kStyles];  // how likely each seat was to do what it did with these cards, by style
    bool by_rule[kMaxPlayers];
  };

  // The worlds to play out. With belief more are drawn, weighed by how likely the others were to bid what they bid by
  // the policy; those of a shortlist also by how likely they were to bid and play so by rule, and to play so by the
  // policy. How each seat plays in a world is drawn by what is likely there; of the own seat both are.
  void draw_worlds() {
    const int proposals = has_belief() ? budget_.proposals : 1;
    kept_.resize(static_cast<std::size_t>(budget_.worlds) * static_cast<std::size_t>(proposals));
    for_each_kept([&](std::size_t i, World& world) {
      Random random(seed_, i);
      worlds_.sample(random, world.held);
      world.held[decision_.seat] = decision_.own;
      for (auto& likely : world.likely) std::fill(likely, likely + kStyles, 1.0);
    });
    Random random(seed_, ~std::uint64_t{0});
    if (proposals > 1) {
      believe(std::min(proposals, kShortlist), random);
      // Copies of one world lie side by side; the race must not meet them together.
      for (std::size_t i = kept_.size() - 1; i > 0; --i) {
        std::swap(kept_[i], kept_[random.below(static_cast<std::uint32_t>(i + 1))]);
      }
    }
    for (World& world : kept_) {
      for (int seat = 0; seat < rules_.players; ++seat) {
        world.by_rule[seat] = random.uniform() * likelihood(world, seat) < budget_.by_rule * world.likely[seat][kByRule];
      }
    }
  }

  void believe(int shortlist, Random& random) {
    Cards played[kMaxPlayers] = {};
    Play replay = hand_;
    replay.begin(rules_, decision_.turned);
    for (int i = 0; i < decision_.plays; ++i) {
      played[replay.turn] |= bit(decision_.played[i]);
      replay.play(rules_, decision_.played[i]);
    }
    const auto dealt = [&](const World& world, Cards* cards) {
      for (int seat = 0; seat < rules_.players; ++seat) cards[seat] = world.held[seat] | played[seat];
    };
    for_each_kept([&](std::size_t, World& world) {
      Cards cards[kMaxPlayers];
      dealt(world, cards);
      believe_bids(cards, world);
      world.weight = 1;
      for (int seat = 0; seat < rules_.players; ++seat) world.weight *= world.likely[seat][kByPolicy];
    });
    const bool weighs_cards = decision_.plays > 0 && budget_.play_heat > 0;
    if (weighs_cards || budget_.by_rule > 0) {
      resample(budget_.worlds * shortlist, random);
      for_each_kept([&](std::size_t, World& world) {
        Cards cards[kMaxPlayers];
        dealt(world, cards);
        if (budget_.by_rule > 0) believe_bids_by_rule(cards, world);
        if (weighs_cards) believe_cards(cards, world);
        world.weight = 1 / world.weight;
        for (int seat = 0; seat < rules_.players; ++seat) world.weight *= likelihood(world, seat);
      });
    }
    resample(budget_.worlds, random);
  }

  // Whether the others have done anything yet that tells of their cards.
  bool has_belief() const { return budget_.proposals > 1 && (decision_.bidders > 0 || decision_.plays > 0); }

  template <typename Work>
  void for_each_kept(Work work) {
    parallel(threads_, 0, static_cast<std::int64_t>(kept_.size()), [&](int, long i) {
      work(static_cast<std::size_t>(i), kept_[static_cast<std::size_t>(i)]);
    });
  }

  // Takes so many of the worlds by their weights, at evenly spaced marks along the sum.
  void resample(int count, Random& random) {
    double total = 0;
    for (const World& world : kept_) total += world.weight;
    const auto wanted = static_cast<std::size_t>(count);
    const double step = total / count;
    double mark = random.uniform() * step, sum = 0;
    std::vector<World> taken;
    taken.reserve(wanted);
    for (const World& world : kept_) {
      sum += world.weight;
      for (; mark < sum && taken.size() < wanted; mark += step) taken.push_back(world);
    }
    while (taken.size() < wanted) taken.push_back(kept_.back());
    kept_ = std::move(taken);
  }

  // How likely a seat was to do what it did, in either style.
  double likelihood(const World& world, int seat) const {
    return (1 - budget_.by_rule) * world.likely[seat][kByPolicy] + budget_.by_rule * world.likely[seat][kByRule];
  }

  void believe_bids(const Cards* dealt, World& world) const {
    float values[kMost];
    for_each_bid([&](int seat, int sum, int bidders) {
      Prospect{rules_, dealt[seat], turned_, room_of(rules_, sum, bidders)}.value_bids(tables_, worth_, values);
      world.likely[seat][kByPolicy] *= bid_likelihood(values, seat, sum, budget_.bid_heat);
    });
  }

  // In a hand of one card both styles are taken to bid alike.
  void believe_bids_by_rule(const Cards* dealt, World& world) const {
    float values[kMost];
    for_each_bid([&](int seat, int sum, int bidders) {
      if (rules_.size == 1) {
        world.likely[seat][kByRule] = world.likely[seat][kByPolicy];
        return;
      }
      rule_bids(rules_, formulas_, worth_, dealt[seat], turned_, seat, sum, bidders, values);
      world.likely[seat][kByRule] *= bid_likelihood(values, seat, sum, kRuleHeat);
    });
  }

  // The others' bids so far, with the sum and number of those made before.
  template <typename Visit>
  void for_each_bid(Visit visit) const {
    int sum = 0, seat = rules_.first();
    for (int i = 0; i < decision_.bidders; ++i, seat = rules_.next(seat)) {
      if (seat != decision_.seat) visit(seat, sum, i);
      sum += hand_.bids[seat];
    }
  }

  double bid_likelihood(const float* values, int seat, int sum, double heat) const {
    return kBidSlip + likelihood(values, rules_.allowed_bids(seat, sum), hand_.bids[seat], heat);
  }

  void believe_cards(const Cards* dealt, World& world) const {
    Play hand = hand_;
    hand.begin(rules_, decision_.turned);
    for (int seat = 0; seat < rules_.players; ++seat) {
      hand.held[seat] = dealt[seat];
      hand.bids[seat] = hand_.bids[seat];
    }
    float values[kDeck];
    for (int i = 0; i < decision_.plays; ++i) {
      const int card = decision_.played[i];
      const Cards legal = hand.legal();
      if (hand.turn != decision_.seat && (legal & (legal - 1))) {
        double* likely = world.likely[hand.turn];
        value_cards(rules_, tables_, worth_, hand, legal, values);
        likely[kByPolicy] *= kCardSlip + likelihood(values, legal, card, budget_.play_heat);
        if (budget_.by_rule > 0) {
          rule_cards(rules_, formulas_, worth_, hand, legal, values);
          likely[kByRule] *= kCardSlip + likelihood(values, legal, card, kRuleHeat);
        }
      }
      hand.play(rules_, card);
    }
  }

  // The chance of a choice among those allowed when better ones are likelier, softly.
  static double likelihood(const float* values, Cards allowed, int chosen, double heat) {
    float best = values[std::countr_zero(allowed)];
    for (Cards rest = allowed; rest; rest &= rest - 1) best = std::max(best, values[std::countr_zero(rest)]);
    const double each_point = 1 / heat;
    const auto odds = [&](int choice) { return exp_of(static_cast<double>(values[choice] - best) * each_point); };
    double total = 0;
    for (Cards rest = allowed; rest; rest &= rest - 1) total += odds(std::countr_zero(rest));
    return odds(chosen) / total;
  }

  // How one choice ended in one world.
  struct Ending {
    bool is_played = false;
    double utility = 0;
    int taken = 0;
    Cards winners = 0;  // cards of the seat that took a trick after this decision
  };

  Ending try_action(const World& world, int action) const {
    Play hand = hand_;
    Ending ending;
    for (int seat = 0; seat < rules_.players; ++seat) hand.held[seat] = world.held[seat];
    if (decision_.is_bid) {
      hand.bids[decision_.seat] = static_cast<std::int8_t>(action);
      finish_bids(hand, world);
    } else {
      play(hand, action, ending);
    }
    while (hand.tricks_left > 0) {
      const int card = world.by_rule[hand.turn] ? rule_card(rules_, formulas_, worth_, hand)
                                                : policy_card(rules_, tables_, worth_, hand);
      play(hand, card, ending);
    }
    ending.is_played = true;
    ending.utility = utility(hand);
    ending.taken = hand.taken[decision_.seat];
    return ending;
  }

  void play(Play& hand, int card, Ending& ending) const {
    hand.play(rules_, card);
    if (hand.in_trick == 0 && hand.best_seat == decision_.seat) ending.winners |= bit(hand.best);
  }

  // The bids still to come. In turn those who bid know all bids before theirs; together, none.
  void finish_bids(Play& hand, const World& world) const {
    int sum = 0, seat = rules_.first();
    for (int i = 0; i < rules_.players; ++i, seat = rules_.next(seat)) {
      const bool is_open = rules_.together ? seat != decision_.seat : i > decision_.bidders;
      if (is_open) {
        hand.bids[seat] = static_cast<std::int8_t>(bid_of(hand, world, seat, sum, i));
      }
      sum += hand.bids[seat];
    }
  }

  int bid_of(const Play& hand, const World& world, int seat, int sum, int bidders) const {
    float values[kMost];
    if (world.by_rule[seat] && rules_.size > 1) {
      rule_bids(rules_, formulas_, worth_, hand.held[seat], turned_, seat, sum, bidders, values);
    } else {
      Prospect{rules_, hand.held[seat], turned_, room_of(rules_, sum, bidders)}.value_bids(tables_, worth_, values);
    }
    return best_bid(rules_, values, rules_.allowed_bids(seat, sum));
  }

  double utility(const Play& hand) const {
    if (decision_.hands_left < 0) {
      return static_cast<double>(worth_.points[hand.bids[decision_.seat]][hand.taken[decision_.seat]]);
    }
    double totals[kMaxPlayers];
    for (int seat = 0; seat < rules_.players; ++seat) {
      totals[seat] = static_cast<double>(decision_.totals[seat]) + worth_.points[hand.bids[seat]][hand.taken[seat]];
    }
    const double points = totals[decision_.seat] - static_cast<double>(decision_.totals[decision_.seat]);
    return 100 * standing_.chance_of_winning(totals, decision_.seat) + kPointsToo * points;
  }

  // Plays the candidates out in the same worlds; one that is clearly worse than the best drops out.
  void race() {
    const int total = static_cast<int>(kept_.size()), batch = std::max(16, (total + 7) / 8);
    std::vector<std::vector<Ending>> results(static_cast<std::size_t>(values_.count));
    std::vector<int> racing(static_cast<std::size_t>(values_.count));
    for (int a = 0; a < values_.count; ++a) racing[static_cast<std::size_t>(a)] = a;
    for (auto& result : results) result.resize(kept_.size());
    for (int done = 0; done < total && racing.size() > 1;) {
      const int until = std::min(total, done + batch);
      parallel(threads_, done, until, [&](int, long w) {
        for (const int a : racing) {
          results[static_cast<std::size_t>(a)][static_cast<std::size_t>(w)] =
              try_action(kept_[static_cast<std::size_t>(w)], values_.actions[a]);
        }
      });
      values_.worlds = done = until;
      compare(results, racing);
      std::erase_if(racing, [&](int a) {
        return a != values_.best && done >= 2 * batch && values_.mean[values_.best] - values_.mean[a] > kClear * values_.error[a];
      });
    }
    for (int a = 0; a < values_.count; ++a) tell(results[static_cast<std::size_t>(a)], a);
  }

  // What became of a choice in the worlds that it was played out in: those in front of an ending that never was.
  void tell(const std::vector<Ending>& endings, int choice) {
    double worlds = 0;
    for (std::size_t w = 0; w < endings.size() && endings[w].is_played; ++w, ++worlds) {
      ++values_.tricks[choice][endings[w].taken];
      for (Cards rest = endings[w].winners; rest; rest &= rest - 1) ++values_.wins[choice][std::countr_zero(rest)];
    }
    for (double& part : values_.tricks[choice]) part /= worlds;
    for (double& part : values_.wins[choice]) part /= worlds;
  }

  // Means of the candidates in the race, and the standard error of each one's difference to the best.
  void compare(const std::vector<std::vector<Ending>>& results, const std::vector<int>& racing) {
    const auto done = static_cast<std::size_t>(values_.worlds);
    const double n = static_cast<double>(done);
    for (const int a : racing) {
      double sum = 0;
      for (std::size_t w = 0; w < done; ++w) sum += results[static_cast<std::size_t>(a)][w].utility;
      values_.mean[a] = sum / n;
    }
    values_.best = *std::max_element(racing.begin(), racing.end(), [&](int a, int b) { return values_.mean[a] < values_.mean[b]; });
    const auto& best = results[static_cast<std::size_t>(values_.best)];
    for (const int a : racing) {
      double square = 0;
      const double gap = values_.mean[values_.best] - values_.mean[a];
      for (std::size_t w = 0; w < done; ++w) {
        const double d = best[w].utility - results[static_cast<std::size_t>(a)][w].utility - gap;
        square += d * d;
      }
      values_.error[a] = std::sqrt(square) / n;
    }
  }

  // A game that is won or lost already is still played for points.
  static constexpr double kPointsToo = 0.25;
  static constexpr int kShortlist = 4;   // worlds whose plays are weighed for each one kept
  // Softness of what is believed of those who play by rule, in points; what anybody may do in spite of all that.
  static constexpr double kRuleHeat = 0.5, kBidSlip = 0.01, kCardSlip = 0.02;
  static constexpr double kClear = 3.5;  // standard errors behind the best at which a candidate drops out

  const Decision& decision_;
  const HandRules& rules_;
  const Tables& tables_;
  const Formulas& formulas_;
  const Budget& budget_;
  std::uint64_t seed_;
  int threads_;
  Play hand_;
  Worth worth_;
  Cards turned_;
  Worlds worlds_;
  Standing standing_;
  Values values_;
  std::vector<World> kept_;
};

}  // namespace upriver
