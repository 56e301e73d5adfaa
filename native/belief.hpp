// The worlds that a seat takes to be likely: deals that fit what it has seen, weighed by what the others did.
#pragma once

#include <algorithm>
#include <bit>
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
  std::int32_t shortlist;  // for each one kept, so many of them at most are weighed by the cards played too
  std::int32_t changes;    // of two cards, tried in each world kept
  double bid_heat;         // softness of the bids believed of others, in points
  double play_heat;        // softness of the cards believed of others, in points; 0: cards are not weighed
  double by_rule;  // how likely another seat is taken to play by rule, and not by the policy, before it has acted
};

struct World {
  Cards held[kMaxPlayers];
  double weight;
  int copies;                         // so many of it have been taken
  double likely[kMaxPlayers][kWays];  // how likely each seat was to do what it did with these cards, by way
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
        unseen_(unseen_of(decision, hand)),
        deals_(unseen_, decision.rules.players) {
    Play replay = hand;
    replay.begin(rules_, decision.turned);
    for (int i = 0; i < decision.plays; ++i) {
      played_[replay.turn] |= bit(decision.played[i]);
      replay.play(rules_, decision.played[i]);
    }
  }

  // The worlds to play out. With belief more are drawn, weighed by how likely the others were to bid what they bid by
  // the policy; those of a shortlist by how likely they were to bid and play so in any way. Few stand for many then,
  // and each copy is changed on its own, card by card, as far as what is likely allows (resample and move: Gilks and
  // Berzuini, "Following a moving target", 2001). How each seat plays in a world is drawn by what is likely there.
  std::vector<World> draw() {
    const int proposals = has_belief() ? budget_.proposals : 1;
    worlds_.resize(static_cast<std::size_t>(budget_.worlds) * static_cast<std::size_t>(proposals));
    for_each_world(0, [&](World& world, Random& random) {
      deals_.sample(random, world.held);
      world.held[decision_.seat] = decision_.own;
      world.copies = 1;
      std::copy_n(decision_.habits[0], kMaxPlayers * kWays, world.likely[0]);
    });
    Random random(seed_, ~std::uint64_t{0});
    if (proposals > 1) {
      believe(std::min(proposals, budget_.shortlist), random);
      // Copies of one world lie side by side; the race must not meet them together.
      for (std::size_t i = worlds_.size() - 1; i > 0; --i) {
        std::swap(worlds_[i], worlds_[random.below(static_cast<std::uint32_t>(i + 1))]);
      }
    }
    for (World& world : worlds_) draw_ways(world, random);
    return std::move(worlds_);
  }

  // How likely each of the others was to do what it did in this hand, by way; to be asked of a hand that is over.
  void tell_habits(double (*habits)[kWays]) const {
    World world{};
    std::copy_n(decision_.habits[0], kMaxPlayers * kWays, world.likely[0]);
    weigh(world, kAllSeats);
    std::copy_n(world.likely[0], kMaxPlayers * kWays, habits[0]);
  }

 private:
  using Seats = std::uint32_t;  // as bits

  // Whether the others have done anything yet that tells of their cards.
  bool has_belief() const { return budget_.proposals > 1 && (decision_.bidders > 0 || decision_.plays > 0); }

  bool weighs_cards() const { return decision_.plays > 0 && budget_.play_heat > 0; }

  void believe(int shortlist, Random& random) {
    const std::uint64_t drawn = worlds_.size();
    for_each_world(0, [&](World& world, Random&) {
      believe_bids(world, kAllSeats);
      world.weight = likelihood(world, 0);
    });
    if (weighs_cards() || budget_.by_rule > 0) {
      choose(budget_.worlds * shortlist, random);
      for_each_world(0, [&](World& world, Random&) {
        const double before = world.weight;
        weigh(world, kAllSeats);
        world.weight *= world.copies / before;
      });
    }
    choose(budget_.worlds, random);
    spread();
    for_each_world(drawn, [&](World& world, Random& dice) {
      world.weight = likelihood(world, budget_.by_rule);
      for (int i = 0; i < budget_.changes; ++i) change(world, dice);
    });
  }

  // `first` is the place of the first world's dice among all that are thrown.
  template <typename Work>
  void for_each_world(std::uint64_t first, Work work) {
    parallel(threads_, 0, static_cast<std::int64_t>(worlds_.size()), [&](int, std::int64_t i) {
      Random random(seed_, first + static_cast<std::uint64_t>(i));
      work(worlds_[static_cast<std::size_t>(i)], random);
    });
  }

  // Takes so many of the worlds by their weights, at evenly spaced marks along the sum.
  void choose(int count, Random& random) {
    double total = 0;
    for (const World& world : worlds_) total += world.weight;
    const double step = total / count;
    double mark = random.uniform() * step, sum = 0;
    int left = count;
    for (World& world : worlds_) {
      sum += world.weight;
      for (world.copies = 0; left > 0 && mark < sum; mark += step, --left) ++world.copies;
    }
    worlds_.back().copies += left;
    std::erase_if(worlds_, [](const World& world) { return world.copies == 0; });
  }

  // Lays the copies of each world side by side.
  void spread() {
    std::vector<World> all;
    for (const World& world : worlds_) all.insert(all.end(), static_cast<std::size_t>(world.copies), world);
    worlds_ = std::move(all);
  }

  // Takes the world with two of its hidden cards changed, by how much likelier it is (Metropolis).
  void change(World& world, Random& random) const {
    World other = world;
    const Seats seats = swap_cards(other, random);
    if (!seats) return;
    weigh(other, seats);
    if (random.uniform() * world.weight < other.weight) world = other;
  }

  // Swaps a card of another seat for one of a third seat or of the stock; by the seats whose cards are others now, none
  // where a void forbids it.
  Seats swap_cards(World& world, Random& random) const {
    Cards held = 0;
    for (int seat = 0; seat < rules_.players; ++seat) held |= world.held[seat];
    const int given = random_card(held & ~decision_.own, random), giver = holder(world, given);
    const int got = random_card(unseen_.cards & ~world.held[giver], random), taker = holder(world, got);
    if ((unseen_.voids[giver] >> suit_of(got)) & 1) return 0;
    world.held[giver] ^= bit(given) | bit(got);
    if (taker == rules_.players) return 1u << giver;
    if ((unseen_.voids[taker] >> suit_of(given)) & 1) return 0;
    world.held[taker] ^= bit(given) | bit(got);
    return 1u << giver | 1u << taker;
  }

  // The seat that holds a card; that after the last for the stock.
  int holder(const World& world, int card) const {
    int seat = 0;
    while (seat < rules_.players && !(world.held[seat] & bit(card))) ++seat;
    return seat;
  }

  // How likely a seat is to play in this way before it has acted.
  static double prior(int way, double by_rule) {
    const double style = way < kByRule ? 1 - by_rule : by_rule;
    return style * (way == kByPolicy || way == kByRule ? 1 - kStrict : kStrict);
  }

  // How likely the others were to do what they did, all in this one way.
  double likely_alike(const World& world, int way, double by_rule) const {
    double product = kAlike * prior(way, by_rule);
    for (int seat = 0; seat < rules_.players; ++seat) product *= world.likely[seat][way];
    return product;
  }

  // How likely the others were to do what they did, all in one way or each in its own.
  double likelihood(const World& world, double by_rule) const {
    double alike = 0, apart = 1 - kAlike;
    for (int way = 0; way < kWays; ++way) alike += likely_alike(world, way, by_rule);
    for (int seat = 0; seat < rules_.players; ++seat) {
      double any = 0;
      for (int way = 0; way < kWays; ++way) any += prior(way, by_rule) * world.likely[seat][way];
      apart *= any;
    }
    return alike + apart;
  }

  // Draws by what is likely how each seat plays in the world. Of the own seat, which plays in no way that is known here,
  // each is as likely as of a seat that has not acted.
  void draw_ways(World& world, Random& random) const {
    double mark = random.uniform() * likelihood(world, budget_.by_rule);
    int alike = 0;
    while (alike < kWays && (mark -= likely_alike(world, alike, budget_.by_rule)) >= 0) ++alike;
    for (int seat = 0; seat < rules_.players; ++seat) {
      if (alike < kWays && seat != decision_.seat) {
        world.by_rule[seat] = alike >= kByRule;
        continue;
      }
      double any[2] = {0, 0};
      for (int way = 0; way < kWays; ++way) any[way >= kByRule] += prior(way, budget_.by_rule) * world.likely[seat][way];
      world.by_rule[seat] = random.uniform() * (any[0] + any[1]) < any[1];
    }
  }

  // Weighs the world by all that the others did, of which what these seats did is worked out anew.
  void weigh(World& world, Seats seats) const {
    believe_bids(world, seats);
    if (budget_.by_rule > 0) believe_bids_by_rule(world, seats);
    if (weighs_cards()) believe_cards(world, seats);
    world.weight = likelihood(world, budget_.by_rule);
  }

  Cards dealt(const World& world, int seat) const { return world.held[seat] | played_[seat]; }

  void believe_bids(World& world, Seats seats) const {
    float values[kMost];
    for_each_bid(seats, [&](int seat, int sum, int bidders) {
      Prospect{rules_, dealt(world, seat), turned_, room_of(rules_, sum, bidders)}.value_bids(tables_, worth_, values);
      std::copy_n(&decision_.habits[seat][kByPolicy], 2, &world.likely[seat][kByPolicy]);
      see_bid(&world.likely[seat][kByPolicy], values, seat, sum, budget_.bid_heat);
    });
  }

  // In a hand of one card all are taken to bid alike.
  void believe_bids_by_rule(World& world, Seats seats) const {
    float values[kMost];
    for_each_bid(seats, [&](int seat, int sum, int bidders) {
      std::copy_n(&decision_.habits[seat][kByRule], 2, &world.likely[seat][kByRule]);
      if (rules_.size == 1) {
        Prospect{rules_, dealt(world, seat), turned_, room_of(rules_, sum, bidders)}.value_bids(tables_, worth_, values);
        see_bid(&world.likely[seat][kByRule], values, seat, sum, budget_.bid_heat);
        return;
      }
      rule_bids(rules_, formulas_, worth_, dealt(world, seat), turned_, seat, sum, bidders, values);
      see_bid(&world.likely[seat][kByRule], values, seat, sum, kRuleHeat);
    });
  }

  // The bids so far of these seats but the own, with the sum and number of those made before.
  template <typename Visit>
  void for_each_bid(Seats seats, Visit visit) const {
    int sum = 0, seat = rules_.first();
    for (int i = 0; i < decision_.bidders; ++i, seat = rules_.next(seat)) {
      if (seat != decision_.seat && ((seats >> seat) & 1)) visit(seat, sum, i);
      sum += hand_.bids[seat];
    }
  }

  void see_bid(double* likely, const float* values, int seat, int sum, double heat) const {
    see(likely, values, rules_.allowed_bids(seat, sum), hand_.bids[seat], heat, kBidSlip);
  }

  void believe_cards(World& world, Seats seats) const {
    Play hand = hand_;
    hand.begin(rules_, decision_.turned);
    for (int seat = 0; seat < rules_.players; ++seat) {
      hand.held[seat] = dealt(world, seat);
      hand.bids[seat] = hand_.bids[seat];
    }
    float values[kDeck];
    for (int i = 0; i < decision_.plays; ++i) {
      const int card = decision_.played[i];
      const Cards legal = hand.legal();
      if (((seats >> hand.turn) & 1) && hand.turn != decision_.seat && (legal & (legal - 1))) {
        double* likely = world.likely[hand.turn];
        value_cards(rules_, tables_, worth_, hand, legal, values);
        see(&likely[kByPolicy], values, legal, card, budget_.play_heat, kCardSlip);
        if (budget_.by_rule > 0) {
          rule_cards(rules_, formulas_, worth_, hand, legal, values);
          see(&likely[kByRule], values, legal, card, kRuleHeat, kCardSlip);
        }
      }
      hand.play(rules_, card);
    }
  }

  // A seat has chosen this that may go by these values loosely, or strictly: the better a choice, the likelier.
  static void see(double* likely, const float* values, Cards allowed, int chosen, double heat, double slip) {
    float best = values[std::countr_zero(allowed)];
    for (Cards rest = allowed; rest; rest &= rest - 1) best = std::max(best, values[std::countr_zero(rest)]);
    const double each_point = 1 / heat;
    double odds[2] = {0, 0}, totals[2] = {0, 0};
    for (Cards rest = allowed; rest; rest &= rest - 1) {
      const int choice = std::countr_zero(rest);
      const double loosely = exp_of(static_cast<double>(values[choice] - best) * each_point);
      double strictly = loosely * loosely;
      strictly *= strictly;
      strictly *= strictly;  // as of an eighth of the heat
      totals[0] += loosely;
      totals[1] += strictly;
      if (choice == chosen) odds[0] = loosely, odds[1] = strictly;
    }
    for (int care = 0; care < 2; ++care) likely[care] *= slip + odds[care] / totals[care];
  }

  static constexpr Seats kAllSeats = ~Seats{0};
  // How likely the others are all alike, and each to be strict, before they have acted.
  static constexpr double kAlike = 0.5, kStrict = 1.0 / 3;
  // Softness of what is believed of those who play loosely by rule, in points; what anybody may do in spite of all that.
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
  Cards turned_, played_[kMaxPlayers] = {};
  Unseen unseen_;
  Worlds deals_;
  std::vector<World> worlds_;
};

}  // namespace upriver
