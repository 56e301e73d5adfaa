// Learning the tables from the policy's own play.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "parallel.hpp"
#include "play.hpp"
#include "policy.hpp"
#include "random.hpp"
#include "tables.hpp"

namespace upriver {

// How often each cell was met, and how often its card then took a trick, or its seat made the bid; and how often the
// bid would have been made without steering, in units of `kHope`.
struct Tally {
  std::uint32_t met[kCells];
  std::uint32_t took[kCells];
  std::uint64_t hoped[SteerCell::kCells];

  static constexpr float kHope = 1 / 4096.0f;

  void note(int cell, bool won) {
    ++met[cell];
    took[cell] += won;
  }
};

inline constexpr int kNowStart = BidCell::kCells;
inline constexpr int kLaterStart = BidCell::kCells + NowCell::kCells;
inline constexpr int kSteerStart = kLaterStart + LaterCell::kCells;

// One hand of self-play. With a chance of `explore` a card is chosen at random, and with twice that a bid
// is one off, so that every cell is met.
class Lesson {
 public:
  Lesson(const HandRules& rules, const Tables& tables, Play& hand, Random& random, double explore, Tally& tally)
      : rules_(rules), tables_(tables), worth_(rules), hand_(hand), random_(random), explore_(explore), tally_(tally) {}

  void play() {
    kept_.reserve(1024);
    bid();
    while (hand_.tricks_left > 0) play_trick();
    for (const Hope& hope : hopes_) {
      tally_.note(kSteerStart + hope.cell, hand_.need(hope.seat) == 0);
      tally_.hoped[hope.cell] += static_cast<std::uint64_t>(hope.chance / Tally::kHope);
    }
    for (const Note& note : kept_) tally_.note(note.cell, (took_ & bit(note.card)) != 0);
  }

 private:
  struct Note {
    int cell, card;
  };

  struct Hope {
    int cell, seat;
    float chance;
  };

  void bid() {
    int sum = 0, seat = rules_.first();
    for (int i = 0; i < rules_.players; ++i, seat = rules_.next(seat)) {
      const Prospect prospect{rules_, hand_.held[seat], hand_.seen, room_of(rules_, sum, i)};
      for (Cards rest = prospect.own; rest; rest &= rest - 1) {
        const int card = std::countr_zero(rest);
        kept_.push_back({prospect.cell(card), card});
      }
      const std::uint32_t allowed = rules_.allowed_bids(seat, sum);
      int bid = policy_bid(prospect, tables_, worth_, allowed);
      if (random_.uniform() < 2 * explore_) {
        const int other = bid + 1 - 2 * static_cast<int>(random_.below(2));
        if (other >= 0 && ((allowed >> other) & 1)) bid = other;
      }
      const Sum expected = prospect.expect(tables_);
      const float spare = expected.mean - static_cast<float>(bid);
      hopes_.push_back({SteerCell::when_bidding(rules_.size, prospect.room, bid, spare), seat, expected.at[bid]});
      hand_.bids[seat] = static_cast<std::int8_t>(bid);
      sum += hand_.bids[seat];
    }
  }

  // The cell of a card kept depends on what its holder needs afterwards, and so on who wins: both are noted.
  void play_trick() {
    struct Turn {
      int seat, card, now_cell, press, count;
      int rows[2];  // if the trick is lost, and if it is won
      Note kept[kMaxSize];
    };
    Turn turns[kMaxPlayers];
    int winner = -1;
    for (int i = 0; i < rules_.players; ++i) {
      const Outlook look(rules_, hand_);
      const bool explores = random_.uniform() < explore_;
      const int card = explores ? random_card(hand_.legal(), random_) : policy_card(rules_, tables_, worth_, hand_);
      Turn& turn = turns[i];
      turn = {look.seat, card, -1, look.press, 0, {look.later_row(false), look.later_row(true)}, {}};
      if (look.behind > 0 && hand_.wins(rules_, card)) turn.now_cell = kNowStart + look.now_cell(rules_, hand_, card);
      for (Cards rest = look.own & ~bit(card); rest; rest &= rest - 1) {
        const int other = std::countr_zero(rest);
        turn.kept[turn.count++] = {look.later_cell(rules_, 0, other), other};
      }
      hand_.play(rules_, card);
      winner = hand_.best_seat;
    }
    for (int i = 0; i < rules_.players; ++i) {
      const Turn& turn = turns[i];
      const bool won = turn.seat == winner;
      if (won) took_ |= bit(turn.card);
      if (turn.now_cell >= 0) tally_.note(turn.now_cell, won);
      Sum sum;
      for (int k = 0; k < turn.count; ++k) {
        const int cell = turn.rows[won] * LaterCell::kRowCells + turn.kept[k].cell;
        kept_.push_back({kLaterStart + cell, turn.kept[k].card});
        sum.add(chance(tables_.later[cell]));
      }
      const int need = hand_.need(turn.seat);
      if (turn.count > 0 && need >= 0 && need <= turn.count) {
        const float spare = sum.mean - static_cast<float>(need);
        const int cell = SteerCell::when_playing(turn.count, turn.press, won, need, spare);
        hopes_.push_back({cell, turn.seat, sum.at[need]});
      }
    }
  }

  const HandRules& rules_;
  const Tables& tables_;
  Worth worth_;
  Play& hand_;
  Random& random_;
  double explore_;
  Tally& tally_;
  std::vector<Note> kept_;
  std::vector<Hope> hopes_;
  Cards took_ = 0;
};

// Hands of every size and dealer under the rules given, each with a stream of chance of its own. Where `rules` turns
// a card, one hand in eight is played without trump all the same, so that those tables are learned too.
inline void learn(const HandRules& rules, int most, const Tables& tables, std::int64_t hands, double explore,
                  std::uint64_t seed, int threads, Tally& tally) {
  std::vector<std::unique_ptr<Tally>> tallies;
  for (int thread = 0; thread < threads; ++thread) tallies.push_back(std::make_unique<Tally>());
  parallel(threads, 0, hands, [&](int thread, long i) {
    Random random(seed, static_cast<std::uint64_t>(i));
    HandRules now = rules;
    now.size = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(most)));
    now.dealer = static_cast<int>(random.below(static_cast<std::uint32_t>(now.players)));
    if (random.below(8) == 0) now.turns_card = 0;
    Play hand;
    const int turned = deal(now, random, hand);
    now.trump = turned < 0 ? kNoTrump : suit_of(turned);
    hand.begin(now, turned);
    Lesson(now, tables, hand, random, explore, *tallies[static_cast<std::size_t>(thread)]).play();
  });
  for (const auto& part : tallies) {
    for (int cell = 0; cell < kCells; ++cell) {
      tally.met[cell] += part->met[cell];
      tally.took[cell] += part->took[cell];
    }
    for (int cell = 0; cell < SteerCell::kCells; ++cell) tally.hoped[cell] += part->hoped[cell];
  }
}

}  // namespace upriver
