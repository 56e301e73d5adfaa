// The learned tables of the policy, each looked up by what a player at the table would look at.
//
// `bid`    the chance that a card dealt takes a trick, as its holder sees it when bidding;
// `now`    the chance that a card that wins so far takes the trick that it is played to;
// `later`  the chance that a card kept takes a later trick;
// `steer`  how much likelier a seat makes its bid than cards played without an aim would, as a factor on the odds.
//
// One set for each number of players. A chance or factor is stored in one byte.
#pragma once

#include <algorithm>
#include <cstdint>

#include "cards.hpp"
#include "numbers.hpp"

namespace upriver {

inline constexpr int up_to(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

// How a card meets the trick.
enum Role : int { kLeadTrump, kLeadSide, kLeadPlain, kFollowTrump, kFollowSide, kFollowPlain, kRuff, kRoles };

// Trump, side suit, or a suit in a hand without trump.
enum Kind : int { kTrumpKind, kSideKind, kPlainKind, kKinds };

inline constexpr int kind_of(int suit, int trump) {
  return trump == kNoTrump ? kPlainKind : suit == trump ? kTrumpKind : kSideKind;
}

// Cards of which the others hold a part, in steps of how many of them are to be expected in their hands. Looked up:
// this is asked more often than anything else.
inline constexpr int kLive = 8;

struct LiveSteps {
  std::uint8_t of[kDeck + 1][kDeck + 1][14];  // by unseen cards, those of them that others hold, and the cards asked for

  LiveSteps() {
    for (int unseen = 0; unseen <= kDeck; ++unseen) {
      for (int held = 0; held <= kDeck; ++held) {
        for (int count = 0; count < 14; ++count) {
          of[unseen][held][count] = static_cast<std::uint8_t>(step(count, held, std::max(unseen, 1)));
        }
      }
    }
  }

 private:
  static int step(int count, int held, int unseen) {
    if (count == 0) return 0;
    constexpr int kEighths[kLive - 2] = {3, 6, 10, 15, 22, 34};
    int step = 1;
    while (step < kLive - 1 && 8 * count * held / unseen >= kEighths[step - 1]) ++step;
    return step;
  }
};

inline const LiveSteps kLiveSteps;

struct BidCell {
  static constexpr int kRoom = 4, kTrumps = 4, kLengths = 5, kExtra = 3;
  static constexpr int kCells = kMaxSize * kRoom * kKinds * kTrumps * kLengths * kExtra * 13;

  // room: how much the bids so far leave, against the fair share of those who made them; extra: for a trump the side
  // suits that the seat is without, for other cards its own higher ones of the suit; higher: unseen higher cards.
  static int at(int size, int room, int kind, int trumps, int length, int extra, int higher) {
    int cell = size - 1;
    cell = cell * kRoom + room;
    cell = cell * kKinds + kind;
    cell = cell * kTrumps + up_to(trumps, kTrumps - 1);
    cell = cell * kLengths + up_to(length - 1, kLengths - 1);
    cell = cell * kExtra + up_to(extra, kExtra - 1);
    return cell * 13 + 12 - higher;
  }
};

struct NowCell {
  static constexpr int kBehind = kMaxPlayers, kWant = 4, kOut = 6, kTrumpsOut = 4, kRuffers = 3;
  static constexpr int kCells = kRoles * kBehind * kWant * kLive * kOut * kTrumpsOut * kRuffers;

  // behind: seats still to play; want: of these, those that still need tricks; higher, out, trumps_out: live cards;
  // ruffers: seats behind that are known to be void in the led suit and may hold trump.
  static int at(int role, int behind, int want, int higher, int out, int trumps_out, int ruffers) {
    int cell = role;
    cell = cell * kBehind + behind;
    cell = cell * kWant + up_to(want, kWant - 1);
    cell = cell * kLive + higher;
    cell = cell * kOut + up_to(out - 1, kOut - 1);
    cell = cell * kTrumpsOut + up_to(trumps_out / 2, kTrumpsOut - 1);
    return cell * kRuffers + up_to(ruffers, kRuffers - 1);
  }
};

struct LaterCell {
  static constexpr int kNeed = 6, kPress = 5, kLeft = 7, kLeads = 2, kShape = 6, kRisk = 4, kOut = 3;
  static constexpr int kRowCells = kKinds * kLive * kShape * kRisk * kOut;
  static constexpr int kCells = kNeed * kPress * kLeft * kLeads * kRowCells;

  // What is the same for all cards of a seat. need: as `need_class` gives it; press: tricks that the others need in
  // all, less those that are left for them; leads: whether the seat leads the next trick.
  static int row(int need, int press, int left, bool leads) {
    int cell = need;
    cell = cell * kPress + up_to(press + 2, kPress - 1);
    cell = cell * kLeft + (left <= 5 ? up_to(left - 1, 4) : left <= 7 ? 5 : 6);
    return cell * kLeads + leads;
  }

  // shape: as `shape_of` gives it; risk: how likely the card is to be ruffed, 0 to 3.
  static int at(int row, int kind, int higher, int shape, int risk, int out) {
    int cell = row * kKinds + kind;
    cell = cell * kLive + higher;
    cell = cell * kShape + shape;
    cell = cell * kRisk + risk;
    return cell * kOut + up_to(out / 2 - 1, kOut - 1);
  }

  // How long the own suit is, and whether the card is its highest, its lowest or between; above: own higher cards.
  static int shape_of(int length, int above) {
    if (length <= 1) return 0;
    if (length == 2) return 1 + up_to(above, 1);
    return above == 0 ? 3 : above == length - 1 ? 5 : 4;
  }

  // 0 to 4 for so many tricks needed; 5 where the bid is lost.
  static int need_class(int need, int left) { return need < 0 || need > left ? kNeed - 1 : up_to(need, kNeed - 2); }
};

struct SteerCell {
  static constexpr int kRooms = BidCell::kRoom, kPress = LaterCell::kPress, kLeads = 2, kNeed = 5, kSpare = 8;
  static constexpr int kBidCells = kMaxSize * kRooms * kNeed * kSpare;
  static constexpr int kCells = kBidCells + kMaxSize * kPress * kLeads * kNeed * kSpare;

  // spare: how many tricks more than the bid the cards are worth.
  static int when_bidding(int size, int room, int bid, float spare) {
    return at((size - 1) * kRooms + room, bid, spare);
  }

  // left: tricks after this one; need: how many of them the seat needs; press and leads: as for a card kept.
  static int when_playing(int left, int press, bool leads, int need, float spare) {
    const int row = ((left - 1) * kPress + up_to(press + 2, kPress - 1)) * kLeads + leads;
    return kBidCells + at(row, need, spare);
  }

 private:
  static int at(int row, int need, float spare) {
    return (row * kNeed + up_to(need, kNeed - 1)) * kSpare + up_to(static_cast<int>(2 * spare + 4), kSpare - 1);
  }
};

inline constexpr int kCells = BidCell::kCells + NowCell::kCells + LaterCell::kCells + SteerCell::kCells;

struct Tables {
  std::uint8_t bid[BidCell::kCells];
  std::uint8_t now[NowCell::kCells];
  std::uint8_t later[LaterCell::kCells];
  std::uint8_t steer[SteerCell::kCells];
};
static_assert(sizeof(Tables) == kCells);

inline float chance(std::uint8_t cell) { return (static_cast<float>(cell) + 0.5f) / 256.0f; }

// Factors on odds: a byte counts the 24th parts of a doubling from 128, which leaves them as they are.
struct Factors {
  float of[256];

  Factors() {
    constexpr double kStep = 0.69314718055994531 / 24;
    for (int i = 0; i < 256; ++i) {
      of[i] = static_cast<float>(i < 128 ? exp_of((i - 128) * kStep) : 1 / exp_of((128 - i) * kStep));
    }
  }
};

inline const Factors kFactors;

// The chance with the factor of the cell on its odds. No chance of a sum of `chance` is 1.
inline float steered(float p, std::uint8_t cell) {
  const float odds = kFactors.of[cell] * p;
  return odds / (1 - p + odds);
}

}  // namespace upriver
