// What each bid or card is worth, found by playing it out in worlds that fit what the seat has seen.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "belief.hpp"
#include "decision.hpp"
#include "formulas.hpp"
#include "parallel.hpp"
#include "play.hpp"
#include "policy.hpp"
#include "standing.hpp"
#include "tables.hpp"

namespace upriver {

class Search {
 public:
  Search(const Decision& decision, const Tables& tables, const Formulas& formulas, const Budget& budget, std::uint64_t seed, int threads)
      : decision_(decision),
        rules_(decision.rules),
        tables_(tables),
        formulas_(formulas),
        threads_(threads),
        hand_(follow(decision)),
        worth_(decision.rules),
        turned_(turned_in(decision)),
        belief_(decision, hand_, tables, formulas, worth_, budget, seed, threads),
        standing_(decision.rules, decision.hands_left) {}

  Values run() {
    values_ = list_choices(decision_, distinct(hand_, hand_.legal(), decision_.own));
    if (values_.count > 1) {
      kept_ = belief_.draw();
      race();
    }
    return values_;
  }

 private:
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

  // A game that is won or lost already is still played for points; and where the chances of winning differ by no more
  // than the worlds tell apart, points say more.
  static constexpr double kPointsToo = 1;
  static constexpr double kClear = 3.5;  // standard errors behind the best at which a candidate drops out

  const Decision& decision_;
  const HandRules& rules_;
  const Tables& tables_;
  const Formulas& formulas_;
  int threads_;
  Play hand_;
  Worth worth_;
  Cards turned_;
  Belief belief_;
  Standing standing_;
  Values values_;
  std::vector<World> kept_;
};

}  // namespace upriver
