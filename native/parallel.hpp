// Work split over threads by index, so that the result does not depend on how many there are.
#pragma once

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <thread>
#include <vector>

namespace upriver {

// Calls work(thread, i) for every i from `from` to `to` - 1; thread t takes a run of its own.
template <typename Work>
void parallel(int threads, std::int64_t from, std::int64_t to, Work work) {
  const std::int64_t count = to - from;
  threads = static_cast<int>(std::clamp<std::int64_t>(count, 1, threads));
  const auto run = [&](int thread) {
    const std::int64_t end = from + count * (thread + 1) / threads;
    for (std::int64_t i = from + count * thread / threads; i < end; ++i) work(thread, i);
  };
  std::vector<std::thread> others;
  others.reserve(static_cast<std::size_t>(threads));
  for (int thread = 1; thread < threads; ++thread) {
    try {
      others.emplace_back(run, thread);
    } catch (const std::system_error&) {
      run(thread);  // the system has no thread left to give
    }
  }
  run(0);
  for (std::thread& other : others) other.join();
}

}  // namespace upriver
