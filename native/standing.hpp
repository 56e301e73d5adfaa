// What totals are worth: the chance of winning the game from them.
#pragma once

#include <algorithm>
#include <cmath>

#include "numbers.hpp"
#include "rules.hpp"

namespace upriver {

// The hands to come bring each seat a sum that is taken as normal, with the same spread for all. Level totals after
// the last hand share the win.
class Standing {
 public:
  Standing(const HandRules& rules, int hands_left) : players_(rules.players), hands_left_(hands_left) {
    const int typical = std::max(1, rules.size / rules.players);
    const double gap = rules.scoring.points(typical, typical) - rules.scoring.points(typical, typical + 1);
    spread_ = 0.5 * std::max(1.0, gap) * std::sqrt(static_cast<double>(std::max(0, hands_left)));
  }

  double chance_of_winning(const double* totals, int seat) const {
    if (hands_left_ <= 0) {
      int level = 1;
      for (int other = 0; other < players_; ++other) {
        if (other == seat) continue;
        if (totals[other] > totals[seat]) return 0;
        level += totals[other] == totals[seat];
      }
      return 1.0 / level;
    }
    double sum = 0;
    for (int i = 0; i < kPoints; ++i) {
      double all = kWeight[i];
      for (int other = 0; other < players_; ++other) {
        if (other == seat) continue;
        all *= normal_below((totals[seat] - totals[other]) / spread_ + kAt[i]);
      }
      sum += all;
    }
    return sum;
  }

 private:
  // Gauss-Hermite quadrature over the seat's own sum, for the standard normal.
  static constexpr int kPoints = 5;
  static constexpr double kAt[kPoints] = {-2.8569700138728056, -1.3556261799742659, 0, 1.3556261799742659,
                                          2.8569700138728056};
  static constexpr double kWeight[kPoints] = {0.011257411327720691, 0.22207592200561266, 0.53333333333333333,
                                              0.22207592200561266, 0.011257411327720691};

  int players_, hands_left_;
  double spread_;
};

}  // namespace upriver
