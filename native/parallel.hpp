// Work split over threads by index, so that the result does not depend on how many there are.
#pragma once

#include <algorithm>
#include <thread>
#include <vector>

namespace upriver {

// Calls work(thread, i) for every i from `from` to `to` - 1; thread t takes a run of its own.
template <typename Work>
void parallel(int threads, long from, long to, Work work) {
  const long count = to - from;
  threads = static_cast<int>(std::clamp<long>(count, 1, threads));
  const auto run = [&](int thread) {
    const long end = from + count * (thread + 1) / threads;
    for (long i = from + count * thread / threads; i < end; ++i) work(thread, i);
  };
  std::vector<std::thread> others;
  for (int thread = 1; thread < threads; ++thread) others.emplace_back(run, thread);
  run(0);
  for (std::thread& other : others) other.join();
}

}  // namespace upriver
