// When requests arrive and how much CPU they want.
#pragma once
#include "input.hpp"

class ArrivalStream {
  const DomainSpec &spec;
  Random random;
  double now = 0, until = -1;
  int state = 0;
  std::size_t index = 0;

  double parameter(std::size_t k) const { return spec.arrivalParameters.at(k); }

  /// Poisson whose rate changes between two states with exponential stays.
  double modulated() {
    if (until < 0) {
      state = random.uniform() * (parameter(2) + parameter(3)) < parameter(2) ? 0 : 1;
      until = random.exponential(parameter(2 + state));
    }
    for (double t = now;;) {
      const double rate = parameter(state);
      if (rate > 0) t += random.exponential(1 / rate);
      if (rate > 0 && t <= until) return t;
      t = until;
      state = 1 - state;
      until += random.exponential(parameter(2 + state));
    }
  }

 public:
  ArrivalStream(const DomainSpec &spec, std::uint64_t seed) : spec(spec), random(seed) {}

  Ns next() {
    const std::string &kind = spec.arrivals;
    if (kind == "none") return never;
    if (kind == "times") return index < spec.times.size() ? nanoseconds(spec.times[index++]) : never;
    if (kind == "mmpp") return nanoseconds(now = modulated());
    if (parameter(0) <= 0) return never;
    const double gap = 1 / parameter(0);
    if (kind == "poisson") now += random.exponential(gap);
    else if (kind == "gamma") now += random.gamma(gap, parameter(1));
    else if (kind == "periodic") now += index++ == 0 ? gap * random.uniform() : gap;
    else refuse("arrivals " + kind);
    return nanoseconds(now);
  }
};

class DemandStream {
  const DomainSpec &spec;
  Random random;

 public:
  DemandStream(const DomainSpec &spec, std::uint64_t seed) : spec(spec), random(seed) {}

  Ns next() {
    const std::vector<double> &values = spec.demandParameters;
    if (values.empty()) return 0;
    if (spec.demand == "constant") return nanoseconds(values[0]);
    if (spec.demand == "exponential") return nanoseconds(random.exponential(values[0]));
    if (spec.demand == "gamma") return nanoseconds(random.gamma(values[0], values.at(1)));
    if (spec.demand == "samples") {
      return nanoseconds(values[std::size_t(random.uniform() * double(values.size()))]);
    }
    refuse("demand " + spec.demand);
  }
};

/// Bursts of work that nobody waits for.
class BurstStream {
  const DomainSpec &spec;
  Random random;
  double now = 0;
  std::size_t index = 0;

 public:
  Ns cpu = 0;  ///< of the one that `next` told last

  BurstStream(const DomainSpec &spec, std::uint64_t seed) : spec(spec), random(seed) {}

  Ns next() {
    if (spec.background != "none" && spec.backgroundUtilisation > 0) {
      const double period = spec.backgroundPeriod;
      cpu = nanoseconds(spec.backgroundUtilisation * period);
      if (spec.background == "poisson") now += random.exponential(period);
      else now += index++ == 0 ? period * random.uniform() : period;
      return nanoseconds(now);
    }
    while (index < spec.bursts.size()) {
      const Burst &burst = spec.bursts[index++];
      if (burst.cpu <= 0) continue;
      cpu = nanoseconds(burst.cpu);
      return nanoseconds(std::max(0.0, burst.from + random.uniform() * (burst.to - burst.from)));
    }
    return never;
  }
};
