// Exercises the whole kernel without Python, so that sanitizers can watch it: random hands of all rules; in the midst
// of them worlds, policy and search as one seat sees the hand; lessons. `exercise TABLES SEED` sits down at so many
// tables of each size, and prints what it did. tests/kernel/test_sanitizers.py compiles and runs it.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#include "belief.hpp"
#include "decision.hpp"
#include "learn.hpp"
#include "policy.hpp"
#include "random_hands.hpp"
#include "search.hpp"
#include "worlds.hpp"

namespace upriver {
namespace {

constexpr int kHands = 200;  // at each table

struct Done {
  std::int64_t hands = 0, worlds = 0, searches = 0, lessons = 0;
};

void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "not so: %s\n", what);
  std::exit(1);
}

int between(Random& random, int low, int high) {
  return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}

HandRules any_rules(int players, int size, bool turns_card, Random& random) {
  HandRules rules{};
  rules.players = players;
  rules.size = size;
  rules.dealer = between(random, 0, players - 1);
  rules.trump = between(random, 0, kNoTrump);
  rules.limit = static_cast<Limit>(between(random, 0, 2));
  rules.turns_card = turns_card;
  rules.together = rules.limit == Limit::kFree && between(random, 0, 1);
  Scoring& dials = rules.scoring;
  for (std::int32_t* dial : {&dials.bonus, &dials.per_trick, &dials.per_trick_squared, &dials.zero, &dials.miss,
                             &dials.per_off, &dials.growing_off}) {
    *dial = between(random, 0, 3) ? between(random, -12, 12) : between(random, -1, 1) * 1000;
  }
  dials.has_zero = between(random, 0, 1);
  dials.keep_tricks = between(random, 0, 1);
  return rules;
}

// Tables of any content: no chance in them may lead astray.
std::unique_ptr<Tables> any_tables(Random& random) {
  auto tables = std::make_unique<Tables>();
  for (auto& cell : tables->bid) cell = static_cast<std::uint8_t>(random.below(256));
  for (auto& cell : tables->now) cell = static_cast<std::uint8_t>(random.below(256));
  for (auto& cell : tables->later) cell = static_cast<std::uint8_t>(random.below(256));
  for (auto& cell : tables->steer) cell = static_cast<std::uint8_t>(random.below(256));
  return tables;
}

// The moment before the step of that number in the trace, as the seat on turn sees it.
Decision decision_at(const HandRules& rules, const Trace& trace, int step, Random& random) {
  Decision decision{};
  decision.rules = rules;
  if (trace.turned >= 0) decision.rules.trump = suit_of(trace.turned);
  decision.seat = trace.seats[static_cast<std::size_t>(step)];
  decision.is_bid = step < rules.players;
  decision.bidders = decision.is_bid ? step : rules.players;
  decision.hands_left = between(random, -1, 3);
  decision.turned = trace.turned;
  decision.own = trace.dealt[decision.seat];
  for (int i = 0; i < step; ++i) {
    const int seat = trace.seats[static_cast<std::size_t>(i)], action = trace.actions[static_cast<std::size_t>(i)];
    if (i < rules.players) {
      decision.bids[seat] = action;
    } else {
      decision.played[decision.plays++] = static_cast<std::uint8_t>(action);
      if (seat == decision.seat) decision.own &= ~bit(action);
    }
  }
  if (decision.is_bid && rules.together) {
    std::fill(std::begin(decision.bids), std::end(decision.bids), 0);
    decision.bidders = 0;
  }
  for (int seat = 0; seat < rules.players; ++seat) {
    decision.totals[seat] = between(random, -200, 200);
    for (double& habit : decision.habits[seat]) habit = between(random, 1, 4) / 4.0;
  }
  return decision;
}

// A world is one that the seat cannot tell from the true one.
void require_fits(const Decision& decision, const Unseen& unseen, const Cards* held) {
  Cards all = 0;
  int count = 0;
  for (int seat = 0; seat < decision.rules.players; ++seat) {
    if (seat == decision.seat) continue;
    require(std::popcount(held[seat]) == unseen.held[seat], "each seat holds as many cards as it must");
    for (int suit = 0; suit < 4; ++suit) {
      require(!((unseen.voids[seat] >> suit) & 1) || !(held[seat] & kSuit[suit]), "no void is broken");
    }
    all |= held[seat];
    count += unseen.held[seat];
  }
  require(std::popcount(all) == count && !(all & ~unseen.cards), "each card is in one place");
}

void draw_worlds(const Decision& decision, Random& random, Done& done) {
  const Unseen unseen = unseen_of(decision, follow(decision));
  Worlds worlds(unseen, decision.rules.players);
  for (int i = 0; i < 3; ++i) {
    Cards held[kMaxPlayers];
    worlds.sample(random, held);
    require_fits(decision, unseen, held);
    ++done.worlds;
  }
}

// Weights of any size.
Formulas any_formulas(Random& random) {
  Formulas formulas{};
  const auto weight = [&] { return 2 * random.uniform() - 1; };
  const auto fill = [&](Formula& formula, int facts) {
    formula.count = between(random, 0, Formula::kTerms);
    for (auto& term : formula.terms) term = {weight(), between(random, 0, facts - 1), between(random, 0, facts - 1)};
  };
  for (auto& of_kind : formulas.kept) {
    for (Formula& formula : of_kind) fill(formula, kFacts);
  }
  for (Formula& formula : formulas.bid) fill(formula, kFacts);
  fill(formulas.steer, kBidFacts);
  formulas.threats = {weight(), weight(), weight(), weight(), weight(), weight(), weight()};
  return formulas;
}

void believe(const Decision& decision, const Tables& tables, const Formulas& formulas, const Budget& budget,
             std::uint64_t seed) {
  const Play hand = follow(decision);
  const Worth worth(decision.rules);
  const auto worlds = Belief(decision, hand, tables, formulas, worth, budget, seed, 1).draw();
  require(static_cast<int>(worlds.size()) == budget.worlds, "as many worlds are kept as are wanted");
  for (const World& world : worlds) {
    require(world.held[decision.seat] == decision.own, "the seat knows its own cards");
    require_fits(decision, unseen_of(decision, hand), world.held);
  }
}

void search_for(const Decision& decision, const Tables& tables, Random& random, Done& done) {
  const Budget budget{16 + between(random, 0, 16), between(random, 1, 3), between(random, 1, 2), between(random, 0, 2), 1.0,
                      between(random, 0, 1) * 0.5, between(random, 0, 2) * 0.5};
  const Formulas formulas = any_formulas(random);
  const std::uint64_t seed = random.next();
  const Values one = Search(decision, tables, formulas, budget, seed, 1).run();
  const Values two = Search(decision, tables, formulas, budget, seed, 2).run();
  require(one.count > 0 && one.count == two.count && one.best == two.best, "threads change no choice");
  for (int i = 0; i < one.count; ++i) require(one.mean[i] == two.mean[i], "threads change no value");
  if (one.count > 1) believe(decision, tables, formulas, budget, seed);
  require(ask_policy(decision, tables).count == one.count, "policy and search see the same choices");
  ++done.searches;
}

void play(int players, int size, bool turns_card, const Tables& tables, Random& random, Done& done) {
  const HandRules rules = any_rules(players, size, turns_card, random);
  const std::uint64_t seed = random.next();
  Totals sum;
  for (int index = 0; index < kHands; ++index) {
    const Trace trace = trace_at_random(rules, seed, static_cast<std::uint64_t>(index));
    for (int seat = 0; seat < players; ++seat) {
      sum.points[seat] += rules.scoring.points(trace.end.bids[seat], trace.end.taken[seat]);
    }
    for (int moment = 0; moment < 2; ++moment) {
      const int step = between(random, 0, static_cast<int>(trace.seats.size()) - 1);
      draw_worlds(decision_at(rules, trace, step, random), random, done);
    }
    if (index == 0) {
      const int step = between(random, 0, static_cast<int>(trace.seats.size()) - 1);
      search_for(decision_at(rules, trace, step, random), tables, random, done);
    }
  }
  const Totals totals = play_at_random(rules, kHands, seed, between(random, 1, 3));
  require(std::equal(sum.points, sum.points + players, totals.points), "the quick hands are those of the traces");
  done.hands += kHands;
}

void teach(int players, Random& random, Done& done) {
  const HandRules rules = any_rules(players, 1, true, random);
  const auto tables = any_tables(random);
  const auto tally = std::make_unique<Tally>();
  learn(rules, (kDeck - 1) / players, *tables, 60, 0.2, random.next(), 2, *tally);
  for (int cell = 0; cell < kCells; ++cell) require(tally->took[cell] <= tally->met[cell], "no cell wins unmet");
  done.lessons += 60;
}

}  // namespace
}  // namespace upriver

int main(int count, char** words) {
  using namespace upriver;
  if (count != 3) {
    std::fprintf(stderr, "usage: exercise TABLES SEED\n");
    return 2;
  }
  const int tables_of_each = std::atoi(words[1]);
  Random random(std::strtoull(words[2], nullptr, 10), 0);
  const auto tables = any_tables(random);
  Done done;
  for (int players = 3; players <= kMaxPlayers; ++players) {
    for (const bool turns_card : {false, true}) {
      for (int size = 1; size <= (kDeck - turns_card) / players; ++size) {
        for (int i = 0; i < tables_of_each; ++i) play(players, size, turns_card, *tables, random, done);
      }
    }
    teach(players, random, done);
  }
  std::printf("%lld hands, %lld worlds, %lld searches, %lld lessons\n", static_cast<long long>(done.hands),
              static_cast<long long>(done.worlds), static_cast<long long>(done.searches),
              static_cast<long long>(done.lessons));
}
