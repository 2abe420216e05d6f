// A Xen host, simulated: credit or credit2, Domain-0 as driver domain, guests whose requests share their
// vCPUs. Written from the description of Xen and Linux alone, as a judge of the twin and of the formulas,
// with which it shares no code. The input is described in xen-host/input.hpp.
//
//   xen-host [FILE] [--seed N] [--seconds S] [--warmup S] [--drain S] [--record FILE]   ->   JSON
//
// Arrivals end after --seconds; those from --warmup on are counted and followed for --drain more.
// What an operator could upload of that time is written into the file of --record (xen-host/recorder.hpp).
// `client` is what the client sees, `logged` runs from the service's first run to its end.
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <iostream>
#include <string>

#include "xen-host/host.hpp"

static void print(const char *name, double value) { std::printf(",\"%s\":%.9g", name, value); }

static void printDomain(const Host &host, std::size_t index, double span) {
  const Domain &d = host.domain(index);
  VCpu sum{};
  for (const VCpu *v : d.vcpus) {
    sum.ran += v->ran;
    sum.dispatches += v->dispatches;
    sum.wakes += v->wakes;
    sum.preemptions += v->preemptions;
    sum.waitedAwoken += v->waitedAwoken;
    sum.waitedPreempted += v->waitedPreempted;
  }
  const auto each = [](Ns total, long count) { return count ? double(total) * 1e-9 / double(count) : 0; };
  std::printf("%s{\"name\":\"%s\"", index ? "," : "", d.spec.name.c_str());
  print("cpuShare", double(sum.ran) * 1e-9 / span);
  print("dispatchesPerSecond", double(sum.dispatches) / span);
  print("wakesPerSecond", double(sum.wakes) / span);
  print("preemptionsPerSecond", double(sum.preemptions) / span);
  print("runMeanSeconds", each(sum.ran, sum.dispatches));
  print("wakeToRunMeanSeconds", each(sum.waitedAwoken, sum.wakes));
  print("preemptedMeanSeconds", each(sum.waitedPreempted, sum.preemptions));
  const Tally &client = host.client[index];
  if (client.count || host.unanswered[index]) {
    std::printf(",\"requests\":{\"count\":%ld,\"unanswered\":%ld,\"client\":", client.count,
                host.unanswered[index]);
    client.print();
    std::printf(",\"logged\":");
    host.logged[index].print();
    std::printf("}");
  }
  std::printf("}");
}

int main(int argc, char **argv) {
  Options options;
  std::string file = "-";
  for (int k = 1; k < argc; k++) {
    const std::string word = argv[k];
    if (word.rfind("--", 0) != 0) {
      file = word;
      continue;
    }
    if (k + 1 == argc) return std::fprintf(stderr, "%s needs a value\n", argv[k]), 2;
    const char *value = argv[++k];
    if (word == "--seed") options.seed = std::strtoull(value, nullptr, 10);
    else if (word == "--seconds") options.seconds = std::atof(value);
    else if (word == "--warmup") options.warmup = std::atof(value);
    else if (word == "--drain") options.drain = std::atof(value);
    else if (word == "--record") options.record = value;
    else return std::fprintf(stderr, "unknown option %s\n", word.c_str()), 2;
  }
  try {
    std::ifstream opened(file);
    if (file != "-" && !opened) throw std::runtime_error("cannot read " + file);
    const HostSpec spec = readHost(file == "-" ? std::cin : opened);
    const std::clock_t begin = std::clock();
    Host host(spec, options);
    host.play();
    std::printf("{\"cpuSeconds\":%.6f,\"domains\":[", double(std::clock() - begin) / CLOCKS_PER_SEC);
    for (std::size_t d = 0; d < spec.domains.size(); d++) {
      printDomain(host, d, options.seconds - options.warmup);
    }
    std::printf("]}\n");
  } catch (const std::exception &error) {
    return std::fprintf(stderr, "xen-host: %s\n", error.what()), 1;
  }
}
