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

}  // namespace upriver
