// Times summed up: mean with its uncertainty from batch means, percentiles from a histogram whose
// bins grow by 1 %.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

class Tally {
  static constexpr double least = 1e-6, growth = 1.01;
  static constexpr int batches = 20;
  std::vector<long> bins = std::vector<long>(2400, 0);
  double batchSum[batches] = {};
  long batchCount[batches] = {};

 public:
  long count = 0;
  double sum = 0;

  /// `at` is the part of the counted span at which it happened, 0 to 1.
  void add(double seconds, double at) {
    count++;
    sum += seconds;
    const double bin = std::log(std::max(seconds, least) / least) / std::log(growth);
    bins[std::min(bins.size() - 1, std::size_t(bin))]++;
    const int batch = std::clamp(int(at * batches), 0, batches - 1);
    batchSum[batch] += seconds;
    batchCount[batch]++;
  }

  double quantile(double p) const {
    long below = 0;
    for (std::size_t bin = 0; bin < bins.size(); bin++) {
      if (bins[bin] && double(below + bins[bin]) >= p * double(count)) {
        const double part = (p * double(count) - double(below)) / double(bins[bin]);
        return least * std::pow(growth, double(bin) + std::clamp(part, 0.0, 1.0));
      }
      below += bins[bin];
    }
    return 0;
  }

  /// 95 %: Student's t with 19 degrees of freedom.
  double halfWidth() const {
    double mean = 0, square = 0;
    int filled = 0;
    for (int b = 0; b < batches; b++) {
      if (!batchCount[b]) continue;
      const double value = batchSum[b] / double(batchCount[b]);
      mean += value;
      square += value * value;
      filled++;
    }
    if (filled < 2) return 0;
    mean /= filled;
    const double variance = std::max(0.0, (square - filled * mean * mean) / (filled - 1));
    return 2.093 * std::sqrt(variance / filled);
  }

  void print() const {
    if (!count) {
      std::printf("null");
      return;
    }
    std::printf("{\"meanSeconds\":%.9g,\"halfWidthSeconds\":%.4g,\"p50Seconds\":%.6g,"
                "\"p90Seconds\":%.6g,\"p95Seconds\":%.6g,\"p99Seconds\":%.6g}",
                sum / double(count), halfWidth(), quantile(0.5), quantile(0.9), quantile(0.95),
                quantile(0.99));
  }
};
