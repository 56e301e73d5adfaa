// Learning the tables from the policy's own play.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "parallel.hpp"
#include "play.hpp"
#include "policy.hpp"
#include "random.hpp"
#include "tables.hpp"

namespace upriver {

// How often each cell was met, and how often its card then took a trick.
struct Tally {
  std::uint32_t met[kCells];
  std::uint32_t took[kCells];

  void note(int cell, bool won) {
    ++met[cell];
    took[cell] += won;
  }
};

inline constexpr int kNowStart = BidCell::kCells;
inline constexpr int kLaterStart = BidCell::kCells + NowCell::kCells;

// One hand of self-play. With a chance of `explore` a card is chosen at random, so that every cell is met.
class Lesson {
 public:
  Lesson(const HandRules& rules, const Tables& tables, Play& hand, Random& random, double explore, Tally& tally)
      : rules_(rules), tables_(tables), worth_(rules), hand_(hand), random_(random), explore_(explore), tally_(tally) {}

  void play() {
    kept_.reserve(1024);
    bid();
    while (hand_.tricks_left > 0) play_trick();
    for (const Note& note : kept_) tally_.note(note.cell, (took_ & bit(note.card)) != 0);
  }

 private:
  struct Note {
    int cell, card;
  };

  void bid() {
    int sum = 0, seat = rules_.first();
    for (int i = 0; i < rules_.players; ++i, seat = rules_.next(seat)) {
      const Cards own = hand_.held[seat];
      const int room = room_of(rules_, sum, i), trumps = std::popcount(own & kSuit[rules_.trump]);
      for (Cards rest = own; rest; rest &= rest - 1) {
        const int card = std::countr_zero(rest), suit = suit_of(card), length = std::popcount(own & kSuit[suit]);
        const int kind = kind_of(suit, rules_.trump);
        kept_.push_back({BidCell::at(rules_.size, room, kind, trumps, length, rank_of(card)), card});
      }
      hand_.bids[seat] = static_cast<std::int8_t>(policy_bid(rules_, tables_, worth_, own, seat, sum, i));
      sum += hand_.bids[seat];
    }
  }

  // The cell of a card kept depends on what its holder needs afterwards, and so on who wins: both are noted.
  void play_trick() {
    struct Turn {
      int seat, card, cell;
      std::vector<Note> if_lost, if_won;
    };
    std::vector<Turn> turns;
    int winner = -1;
    for (int i = 0; i < rules_.players; ++i) {
      const Outlook look(rules_, hand_);
      const bool explores = random_.uniform() < explore_;
      const int card = explores ? random_card(hand_.legal(), random_) : policy_card(rules_, tables_, worth_, hand_);
      Turn turn{look.seat, card, -1, {}, {}};
      if (look.behind > 0 && hand_.wins(rules_, card)) turn.cell = kNowStart + look.now_cell(rules_, hand_, card);
      for (Cards rest = look.own & ~bit(card); rest; rest &= rest - 1) {
        const int other = std::countr_zero(rest);
        turn.if_lost.push_back({kLaterStart + look.later_cell(rules_, look.need, other), other});
        turn.if_won.push_back({kLaterStart + look.later_cell(rules_, look.need - 1, other), other});
      }
      turns.push_back(std::move(turn));
      hand_.play(rules_, card);
      winner = hand_.best_seat;
    }
    for (const Turn& turn : turns) {
      const bool won = turn.seat == winner;
      if (won) took_ |= bit(turn.card);
      if (turn.cell >= 0) tally_.note(turn.cell, won);
      const std::vector<Note>& notes = won ? turn.if_won : turn.if_lost;
      kept_.insert(kept_.end(), notes.begin(), notes.end());
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
  }
}

}  // namespace upriver
