// Three guests on one CPU: Poisson arrivals, constant demands, first come first served within a guest,
// guests in turn with slices of 30 ms. The same model as round_robin.py.
//
//   round-robin HORIZON_SECONDS SEED   ->   {"seconds": CPU time, "meanResponseMs": [...]}
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <deque>
#include <random>
#include <vector>

struct Request {
  double arrived;
  double left;
};

int main(int argc, char **argv) {
  if (argc != 3) return 2;
  const double horizon = std::atof(argv[1]);
  const double rates[] = {45, 45, 170};
  const double demands[] = {0.0064, 0.0064, 0.00147};
  const double slice = 0.03;
  const int guests = 3;
  const std::clock_t begin = std::clock();

  std::mt19937_64 random(std::atoll(argv[2]));
  std::vector<std::deque<Request>> queues(guests);
  std::vector<double> next(guests), sum(guests, 0.0);
  std::vector<long> answered(guests, 0);
  auto gap = [&](int g) { return std::exponential_distribution<double>(rates[g])(random); };
  for (int g = 0; g < guests; g++) next[g] = gap(g);

  double now = 0, sliceEnds = 0;
  int current = -1;
  while (now < horizon) {
    int arriving = 0;
    for (int g = 1; g < guests; g++)
      if (next[g] < next[arriving]) arriving = g;
    if (current < 0) {
      for (int step = 0; step < guests && current < 0; step++)
        if (!queues[step].empty()) current = step;
      if (current >= 0) sliceEnds = now + slice;
    }
    const double works = current < 0 ? 1e300 : now + queues[current].front().left;
    const double until = std::min(works, current < 0 ? 1e300 : sliceEnds);
    if (next[arriving] <= until) {
      if (current >= 0) queues[current].front().left -= next[arriving] - now;
      now = next[arriving];
      queues[arriving].push_back({now, demands[arriving]});
      next[arriving] = now + gap(arriving);
      continue;
    }
    auto &queue = queues[current];
    queue.front().left -= until - now;
    now = until;
    if (works <= sliceEnds) {
      sum[current] += now - queue.front().arrived;
      answered[current]++;
      queue.pop_front();
      if (!queue.empty() && now < sliceEnds) continue;
    }
    int following = -1;
    for (int step = 1; step <= guests && following < 0; step++)
      if (!queues[(current + step) % guests].empty()) following = (current + step) % guests;
    current = following;
    sliceEnds = now + slice;
  }

  const double seconds = double(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf("{\"seconds\": %.6f, \"meanResponseMs\": [%.4f, %.4f, %.4f]}\n", seconds,
              1e3 * sum[0] / answered[0], 1e3 * sum[1] / answered[1], 1e3 * sum[2] / answered[2]);
}
