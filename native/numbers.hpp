// Functions of our own where the C library's may differ in the last digit between machines: a choice must not.
// Compile without contraction to fused multiply-add, for the same reason.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace upriver {

// e to the x, for x from -700 to 0, to about 1e-12 of its value: 2 to a whole power times a Taylor series.
inline double exp_of(double x) {
  if (x < -700) return 0;
  constexpr double kLog2 = 0.69314718055994531;
  const double whole = std::floor(x / kLog2 + 0.5);
  const double rest = x - whole * kLog2;
  double sum = 1;
  for (int i = 11; i > 0; --i) sum = 1 + sum * rest / i;
  return sum * std::bit_cast<double>((static_cast<std::int64_t>(whole) + 1023) << 52);
}

// The chance that a standard normal value is at most x, to 8e-8 (Abramowitz and Stegun, 26.2.17).
inline double normal_below(double x) {
  const double t = 1 / (1 + 0.2316419 * std::fabs(x));
  const double tail = 0.3989422804014327 * exp_of(-x * x / 2) * t *
                      (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return x > 0 ? 1 - tail : tail;
}

}  // namespace upriver
