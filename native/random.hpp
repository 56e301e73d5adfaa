// One stream of random numbers for each playout or world, fixed by (seed, index): the same on every machine and for
// any number of threads. SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
#pragma once

#include <cstdint>

namespace upriver {

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t index) : state_(mix(seed) + mix(index + kStep) * kStep) {}

  std::uint64_t next() { return mix(state_ += kStep); }

  // A number from 0 to bound - 1, each exactly as likely (Lemire, ACM TOMACS 2019).
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32) * bound;
    auto low = static_cast<std::uint32_t>(product);
    if (low < bound) {
      const std::uint32_t least = -bound % bound;
      while (low < least) {
        product = (next() >> 32) * bound;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // A number from 0 up to but not including 1, with 53 random bits.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

 private:
  static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15;

  static std::uint64_t mix(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

// Numbers for random hands, where nothing counts but speed: five are cut from one word of `Random`, each from the top
// of what the last has left (Brackett-Rozinsky and Lemire, "Batched ranged random integer generation", 2025). The
// bounds are at most 52, so five numbers are as likely as any other five to within 52^5 / 2^64, or 2^-35.
class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t index) : random_(seed, index) {}

  int below(int bound) {
    if (left_ == 0) {
      word_ = random_.next();
      left_ = 5;
    }
    --left_;
    const Halves halves = multiply(word_, static_cast<std::uint64_t>(bound));
    word_ = halves.low;
    return static_cast<int>(halves.high);
  }

 private:
  struct Halves {
    std::uint64_t high, low;
  };

  static Halves multiply(std::uint64_t word, std::uint64_t bound) {
#if defined(__SIZEOF_INT128__)
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(word) * bound;
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
    const std::uint64_t low = (word & 0xffffffff) * bound, high = (word >> 32) * bound + (low >> 32);
    return {high >> 32, word * bound};
#endif
  }

  Random random_;
  std::uint64_t word_ = 0;
  int left_ = 0;
};

}  // namespace upriver
