// Time, random numbers and the clock that tells which of a few timers is next.
#pragma once
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using Ns = std::int64_t;
constexpr Ns never = std::numeric_limits<Ns>::max();

inline Ns nanoseconds(double seconds) { return std::llround(seconds * 1e9); }

/// One stream of random numbers.
struct Random {
  std::mt19937_64 bits;
  explicit Random(std::uint64_t seed) : bits(seed) {}
  double uniform() { return std::uniform_real_distribution<double>(0, 1)(bits); }
  double exponential(double mean) { return std::exponential_distribution<double>(1 / mean)(bits); }
  double gamma(double mean, double scv) {
    if (scv <= 0) return mean;
    return std::gamma_distribution<double>(1 / scv, mean * scv)(bits);
  }
};

/// A fixed set of timers; the earliest is found by a tournament, the first of two at the same time.
class Timers {
  std::size_t leaves = 1;
  std::vector<Ns> at;
  std::vector<int> winner;

 public:
  explicit Timers(std::size_t count) {
    while (leaves < count) leaves *= 2;
    at.assign(leaves, never);
    winner.resize(2 * leaves);
    for (std::size_t i = 0; i < leaves; i++) winner[leaves + i] = int(i);
    for (std::size_t i = leaves - 1; i > 0; i--) winner[i] = winner[2 * i];
  }
  void set(int timer, Ns time) {
    if (at[timer] == time) return;
    at[timer] = time;
    for (std::size_t i = (leaves + timer) / 2; i > 0; i /= 2) {
      const int left = winner[2 * i], right = winner[2 * i + 1];
      winner[i] = at[right] < at[left] ? right : left;
    }
  }
  int next() const { return winner[leaves > 1 ? 1 : leaves]; }
  Ns nextAt() const { return at[next()]; }
};
