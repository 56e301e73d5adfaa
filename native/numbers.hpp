// Functions of our own where the C library's may differ in the last digit between machines: a choice must not.
// Compile without contraction to fused multiply-add, for the same reason.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace upriver {

// e to the x, for x up to 0, to about 1e-10 of its value: 2 to a whole power times a Taylor series. 0 below e to the -40.
inline double exp_of(double x) {
  if (x < -40) return 0;
  constexpr double kLog2 = 0.69314718055994531;
  const double whole = std::floor(x / kLog2 + 0.5);
  const double rest = x - whole * kLog2;
  constexpr double kParts[] = {0, 1, 1.0 / 2, 1.0 / 3, 1.0 / 4, 1.0 / 5, 1.0 / 6, 1.0 / 7, 1.0 / 8, 1.0 / 9, 1.0 / 10};
  double sum = 1;
  for (int i = 10; i > 0; --i) sum = 1 + sum * (rest * kParts[i]);
  return sum * std::bit_cast<double>((static_cast<std::int64_t>(whole) + 1023) << 52);
}

// The natural logarithm of x, for normal x above 0, to about 1e-9: that of its power of 2, and a series of the area
// tangent.
inline double log_of(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int whole = static_cast<int>(bits >> 52) - 1023;
  double part = std::bit_cast<double>((bits & 0xfffffffffffff) | 0x3ff0000000000000);
  if (part > 1.4142135623730951) {
    part /= 2;
    ++whole;
  }
  const double t = (part - 1) / (part + 1), square = t * t;
  constexpr double kParts[] = {1, 1.0 / 3, 1.0 / 5, 1.0 / 7, 1.0 / 9, 1.0 / 11};
  double sum = 0;
  for (int i = 5; i >= 0; --i) sum = sum * square + kParts[i];
  return whole * 0.69314718055994531 + 2 * t * sum;
}

// The chance that a standard normal value is at most x, to 8e-8 (Abramowitz and Stegun, 26.2.17).
inline double normal_below(double x) {
  const double t = 1 / (1 + 0.2316419 * std::fabs(x));
  const double tail = 0.3989422804014327 * exp_of(-x * x / 2) * t *
                      (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}

}  // namespace upriver
