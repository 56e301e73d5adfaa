// Cards as bits of a 64-bit word: card = 4 * rank + suit, rank 0 (two) to 12 (ace), suit 0 to 3 as in cards.py.
// Rank-major, so that the highest card of a set is one count of leading zeros and a suit is one mask.
#pragma once

#include <bit>
#include <cstdint>

namespace upriver {

using Cards = std::uint64_t;

inline constexpr int kDeck = 52;
inline constexpr int kMaxPlayers = 7;
inline constexpr int kMaxSize = 17;
inline constexpr int kNoTrump = 4;
inline constexpr Cards kAll = (Cards{1} << kDeck) - 1;
inline constexpr Cards kClubs = 0x1111111111111;

inline constexpr Cards kSuit[5] = {kClubs, kClubs << 1, kClubs << 2, kClubs << 3, 0};

inline constexpr Cards bit(int card) { return Cards{1} << card; }
inline constexpr int suit_of(int card) { return card & 3; }
inline constexpr int rank_of(int card) { return card >> 2; }

}  // namespace upriver
