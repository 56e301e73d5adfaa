// The kernel as Python sees it. Compiled twice on x86-64: plainly, and for processors with BMI2 and AVX2; the two are
// separate modules, so that no function of one can be linked into the other. `bots/kernel.py` is the one door to
// either: it checks all arguments. What is checked here is only what cannot be seen before the hand is followed.
#include <nanobind/nanobind.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>
#include <stdexcept>

#include "learn.hpp"
#include "random_hands.hpp"
#include "search.hpp"
#include "worlds.hpp"

namespace nb = nanobind;

namespace upriver {
namespace {

template <typename Value>
Value unpack(const nb::bytes& packed) {
  if (packed.size() != sizeof(Value)) throw std::invalid_argument("a packed value has the wrong size");
  Value value;
  std::memcpy(&value, packed.data(), sizeof(Value));
  return value;
}

Decision decision_in(const nb::bytes& packed) {
  const auto decision = unpack<Decision>(packed);
  if (!decision.is_bid && follow(decision).turn != decision.seat) {
    throw std::invalid_argument("the cards played lead to the turn of another seat than the one that is to act");
  }
  return decision;
}

// Tables are big and stay where Python keeps them.
const Tables& tables_in(const nb::bytes& packed) {
  if (packed.size() != sizeof(Tables)) throw std::invalid_argument("the tables have the wrong size");
  return *static_cast<const Tables*>(packed.data());
}

template <typename Value>
std::vector<Value> first(const Value* values, int count) {
  return {values, values + count};
}

auto playouts(const nb::bytes& packed, std::int64_t hands, std::uint64_t seed, int threads) {
  const auto rules = unpack<HandRules>(packed);
  Totals totals;
  {
    nb::gil_scoped_release release;
    totals = play_at_random(rules, hands, seed, threads);
  }
  return std::tuple(first(totals.points, rules.players), first(totals.made, rules.players));
}

auto trace(const nb::bytes& packed, std::uint64_t seed, std::uint64_t index) {
  const auto rules = unpack<HandRules>(packed);
  const Trace trace = trace_at_random(rules, seed, index);
  std::vector<int> taken, points;
  for (int seat = 0; seat < rules.players; ++seat) {
    taken.push_back(trace.end.taken[seat]);
    points.push_back(rules.scoring.points(trace.end.bids[seat], trace.end.taken[seat]));
  }
  return std::tuple(first(trace.dealt, rules.players), trace.turned, trace.seats, trace.legal, trace.actions, taken,
                    points);
}

std::vector<Cards> worlds(const nb::bytes& packed, int count, std::uint64_t seed) {
  const Decision decision = decision_in(packed);
  std::vector<Cards> result;
  nb::gil_scoped_release release;
  Worlds worlds(unseen_of(decision, follow(decision)), decision.rules.players);
  Cards held[kMaxPlayers];
  for (int i = 0; i < count; ++i) {
    Random random(seed, static_cast<std::uint64_t>(i));
    worlds.sample(random, held);
    held[decision.seat] = decision.own;
    result.insert(result.end(), held, held + decision.rules.players);
  }
  return result;
}

auto habits(const nb::bytes& packed, const nb::bytes& tables, const nb::bytes& formulas, const nb::bytes& budget) {
  const auto finished = unpack<Decision>(packed);
  const auto spend = unpack<Budget>(budget);
  const auto rule = unpack<Formulas>(formulas);
  const Play hand = follow(finished);
  const Worth worth(finished.rules);
  double found[kMaxPlayers][kWays];
  Belief(finished, hand, tables_in(tables), rule, worth, spend, 0, 1).tell_habits(found);
  return std::vector<double>(found[0], found[0] + kMaxPlayers * kWays);
}

auto search(const nb::bytes& packed, const nb::bytes& tables, const nb::bytes& formulas, const nb::bytes& budget,
            std::uint64_t seed, int threads) {
  const Decision decision = decision_in(packed);
  const auto spend = unpack<Budget>(budget);
  const Tables& learned = tables_in(tables);
  const auto rule = unpack<Formulas>(formulas);
  Values values;
  {
    nb::gil_scoped_release release;
    values = Search(decision, learned, rule, spend, seed, threads).run();
  }
  std::vector<std::vector<double>> tricks, wins;
  for (int i = 0; i < values.count; ++i) {
    std::vector<double>& counts = tricks.emplace_back();
    std::vector<double>& cards = wins.emplace_back();
    if (values.worlds == 0) continue;
    counts = first(values.tricks[i], decision.rules.size + 1);
    for (Cards own = decision.own; own; own &= own - 1) cards.push_back(values.wins[i][std::countr_zero(own)]);
  }
  return std::tuple(first(values.actions, values.count), first(values.mean, values.count),
                    first(values.error, values.count), values.best, tricks, wins);
}

// What the policy alone sees in each choice: actions and points.
auto policy(const nb::bytes& packed, const nb::bytes& tables) {
  const Decision decision = decision_in(packed);
  const Values values = ask_policy(decision, tables_in(tables));
  return std::tuple(first(values.actions, values.count), first(values.mean, values.count));
}

// What the bot by rule sees in each choice: actions and points.
auto by_rule(const nb::bytes& packed, const nb::bytes& formulas) {
  const Values values = ask_rule(decision_in(packed), unpack<Formulas>(formulas));
  return std::tuple(first(values.actions, values.count), first(values.mean, values.count));
}

// The tally of the lessons.
auto lessons(const nb::bytes& packed, int most, const nb::bytes& tables, std::int64_t hands, double explore,
             std::uint64_t seed, int threads) {
  const auto rules = unpack<HandRules>(packed);
  const Tables& learned = tables_in(tables);
  const auto tally = std::make_unique<Tally>();
  {
    nb::gil_scoped_release release;
    learn(rules, most, learned, hands, explore, seed, threads, *tally);
  }
  return std::tuple(nb::bytes(tally->met, sizeof tally->met), nb::bytes(tally->took, sizeof tally->took),
                    nb::bytes(tally->hoped, sizeof tally->hoped));
}

bool has_pdep() {
#if defined(__x86_64__) && defined(__GNUC__)
  return __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("avx2");
#else
  return false;
#endif
}

}  // namespace
}  // namespace upriver

NB_MODULE(UPRIVER_MODULE, module) {
  module.attr("BID_CELLS") = upriver::BidCell::kCells;
  module.attr("NOW_CELLS") = upriver::NowCell::kCells;
  module.attr("LATER_CELLS") = upriver::LaterCell::kCells;
  module.attr("STEER_CELLS") = upriver::SteerCell::kCells;
  module.def("has_pdep", &upriver::has_pdep);
  module.def("playouts", &upriver::playouts);
  module.def("trace", &upriver::trace);
  module.def("worlds", &upriver::worlds);
  module.def("search", &upriver::search);
  module.def("habits", &upriver::habits);
  module.def("policy", &upriver::policy);
  module.def("by_rule", &upriver::by_rule);
  module.def("lessons", &upriver::lessons);
}
