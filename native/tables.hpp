// The learned tables of the policy: three chances, each looked up by what a player at the table would look at.
//
// `bid`    a card dealt takes a trick, as its holder sees it when bidding;
// `now`    a card that wins so far takes the trick that it is played to;
// `later`  a card kept takes a later trick.
//
// One set for each number of players. A chance is stored in one byte.
#pragma once

#include <algorithm>
#include <cstdint>

#include "cards.hpp"

namespace upriver {

inline constexpr int up_to(int value, int most) { return value < 0 ? 0 : value > most ? most : value; }

// How a card meets the trick.
enum Role : int { kLeadTrump, kLeadSide, kLeadPlain, kFollowTrump, kFollowSide, kFollowPlain, kRuff, kRoles };

// Trump, side suit, or a suit in a hand without trump.
enum Kind : int { kTrumpKind, kSideKind, kPlainKind, kKinds };

inline constexpr int kind_of(int suit, int trump) {
  return trump == kNoTrump ? kPlainKind : suit == trump ? kTrumpKind : kSideKind;
}

// Cards of which the others hold a part, in steps of how many of them are to be expected in their hands.
inline constexpr int kLive = 8;

inline constexpr int live(int count, int held, int unseen) {
  if (count == 0) return 0;
  const int eighths = 8 * count * held / (unseen > 0 ? unseen : 1);
  constexpr int kSteps[kLive - 2] = {3, 6, 10, 15, 22, 34};
  int step = 1;
  while (step < kLive - 1 && eighths >= kSteps[step - 1]) ++step;
  return step;
}

struct BidCell {
  static constexpr int kRoom = 4, kTrumps = 4, kLengths = 5;
  static constexpr int kCells = kMaxSize * kRoom * kKinds * kTrumps * kLengths * 13;

  // room: how much the bids so far leave, against the fair share of those who made them.
  static int at(int size, int room, int kind, int trumps, int length, int rank) {
    int cell = size - 1;
    cell = cell * kRoom + room;
    cell = cell * kKinds + kind;
    cell = cell * kTrumps + up_to(trumps, kTrumps - 1);
    cell = cell * kLengths + up_to(length - 1, kLengths - 1);
    return cell * 13 + rank;
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
  static constexpr int kNeed = 6, kPress = 5, kLeft = 9, kLengths = 4, kOut = 3;
  static constexpr int kCells = kNeed * kPress * kLeft * kKinds * kLive * kLengths * kOut;

  // need: as `need_class` gives it; press: tricks that the others need in all, less those that are left for them.
  static int at(int need, int press, int left, int kind, int higher, int length, int out) {
    int cell = need;
    cell = cell * kPress + up_to(press + 2, kPress - 1);
    cell = cell * kLeft + up_to(left - 1, kLeft - 1);
    cell = cell * kKinds + kind;
    cell = cell * kLive + higher;
    cell = cell * kLengths + up_to(length - 1, kLengths - 1);
    return cell * kOut + up_to(out / 2 - 1, kOut - 1);
  }

  // 0 to 4 for so many tricks needed; 5 where the bid is lost.
  static int need_class(int need, int left) { return need < 0 || need > left ? kNeed - 1 : up_to(need, kNeed - 2); }
};

inline constexpr int kCells = BidCell::kCells + NowCell::kCells + LaterCell::kCells;

struct Tables {
  std::uint8_t bid[BidCell::kCells];
  std::uint8_t now[NowCell::kCells];
  std::uint8_t later[LaterCell::kCells];
};
static_assert(sizeof(Tables) == kCells);

inline float chance(std::uint8_t cell) { return (static_cast<float>(cell) + 0.5f) / 256.0f; }

}  // namespace upriver
