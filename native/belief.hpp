// The worlds that a seat takes to be likely: deals that fit what it has seen, weighed by what the others did.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "decision.hpp"
#include "formulas.hpp"
#include "numbers.hpp"
#include "parallel.hpp"
#include "play.hpp"
#include "policy.hpp"
#include "random.hpp"
#include "tables.hpp"
#include "worlds.hpp"

namespace upriver {

struct Budget {
  std::int32_t worlds;     // worlds that are played out
  std::int32_t proposals;  // worlds drawn for each one kept; 1 means no belief
  double bid_heat;         // softness of the bids believed of others, in points
  double play_heat;        // softness of the cards believed of others, in points; 0: cards are not weighed
  double by_rule;      // how likely another seat is taken to play by rule, and not by the policy, before it has acted
};

// How a seat may be taken to play.
enum Style { kByPolicy, kByRule, kStyles };

struct World {
  Cards held[kMaxPlayers];
  double weight;
  double likely[kMaxPlayers][kStyles];  // how likely each seat was to do what it did with these cards, by style
  bool by_rule[kMaxPlayers];
};

class Belief {
 public:
  Belief(const Decision& decision, const Play& hand, const Tables& tables, const Formulas& formulas, const Worth& worth,
         const Budget& budget, std::uint64_t seed, int threads)
      : decision_(decision),
        rules_(decision.rules),
        hand_(hand),
        tables_(tables),
        formulas_(formulas),
        worth_(worth),
        budget_(budget),
        seed_(seed),
        threads_(threads),
        turned_(turned_in(decision)),
        worlds_(unseen_of(decision, hand), decision.rules.players) {}

  // The worlds to play out. With belief more are drawn, weighed by how likely the others were to bid what they bid by
  // the policy; those of a shortlist also by how likely they were to bid and play so by rule, and to play so by the
  // policy. How each seat plays in a world is drawn by what is likely there; of the own seat both are.
  std::vector<World> draw() {
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
    return std::move(kept_);
  }

 private:

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

  static constexpr int kShortlist = 4;  // worlds whose plays are weighed for each one kept
  // Softness of what is believed of those who play by rule, in points; what anybody may do in spite of all that.
  static constexpr double kRuleHeat = 0.5, kBidSlip = 0.01, kCardSlip = 0.02;

  const Decision& decision_;
  const HandRules& rules_;
  const Play& hand_;
  const Tables& tables_;
  const Formulas& formulas_;
  const Worth& worth_;
  const Budget& budget_;
  std::uint64_t seed_;
  int threads_;
  Cards turned_;
  Worlds worlds_;
  std::vector<World> kept_;
};

}  // namespace upriver
