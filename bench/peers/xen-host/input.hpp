// The host to be played, as read from plain text: one fact per line, a word and its values, seconds.
//
//   pcpus 1
//   scheduler credit                # or credit2
//   tslice 0.03
//   ratelimit 0.001
//   domain Domain-0 driver          # requests of the others cross it
//   weight 256
//   background periodic 0.017 1     # utilisation and mean period; or: background poisson ...
//   burst 3 4 0.02                  # so much CPU time somewhere between two times
//   idle-ticks 0.004 0.000022 3     # period, CPU time, how many after the last work
//   domain vm1
//   cap 50                          # percent of a pCPU
//   vcpus 1
//   hogs 1                          # so many of its vCPUs never stop
//   arrivals poisson 45             # or: periodic RATE, gamma RATE SCV, mmpp RATE RATE STAY STAY
//   at 0.1 0.5 1.2                  # arrivals given, ascending, on as many lines as one likes
//   demand gamma 0.0064 0.5         # or: constant SECONDS, exponential SECONDS
//   demand samples 0.006 0.007      # drawn from, on as many lines as one likes
//   discipline time-sharing         # or: processor-sharing, fifo
//   workers 256
//   catch-up 0.001                  # time-sharing: how far a worker that slept may be behind in time had
//   leg domain-0 0.00006 starts     # also: answers, aside; where: domain-0, guest or service
#pragma once
#include <istream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "basics.hpp"

enum class Where { driver, guest, service };
enum class Discipline { processorSharing, timeSharing, fifo };

/// A stretch of a request's way within one domain.
struct LegSpec {
  Where where;
  Ns cpu = 0;
  bool starts = false;   ///< the client's clock starts when it first runs
  bool answers = false;  ///< the client has its answer at its end
  bool aside = false;    ///< nothing waits for it
};

struct Burst {
  double from, to, cpu;
};

struct DomainSpec {
  std::string name;
  bool driver = false;
  int weight = 256, cap = 0, vcpus = 1, hogs = 0;
  std::string arrivals = "none";
  std::vector<double> arrivalParameters, times;
  std::string demand = "constant";
  std::vector<double> demandParameters;
  Discipline discipline = Discipline::processorSharing;
  int workers = 256;
  double catchUp = 1e6;  ///< ns
  std::vector<LegSpec> path;
  std::string background = "none";
  double backgroundUtilisation = 0, backgroundPeriod = 1;
  std::vector<Burst> bursts;
  Ns tickPeriod = 0, tickCpu = 0;
  int ticksAfterWork = 0;
};

struct HostSpec {
  int pcpus = 1;
  std::string scheduler = "credit";
  Ns tslice = nanoseconds(0.03), ratelimit = nanoseconds(0.001), capPeriod = nanoseconds(0.01);
  std::vector<DomainSpec> domains;
};

[[noreturn]] inline void refuse(const std::string &line) {
  throw std::runtime_error("does not understand: " + line);
}

inline LegSpec readLeg(std::istringstream &in, const std::string &line) {
  std::string where, flag;
  double cpu;
  if (!(in >> where >> cpu)) refuse(line);
  LegSpec leg{where == "domain-0" ? Where::driver : where == "guest" ? Where::guest : Where::service,
              nanoseconds(cpu)};
  if (leg.where == Where::service && where != "service") refuse(line);
  while (in >> flag) {
    if (flag == "starts") leg.starts = true;
    else if (flag == "answers") leg.answers = true;
    else if (flag == "aside") leg.aside = true;
    else refuse(line);
  }
  return leg;
}

inline std::vector<double> readNumbers(std::istringstream &in) {
  std::vector<double> numbers;
  for (double value; in >> value;) numbers.push_back(value);
  return numbers;
}

inline void readFact(DomainSpec &domain, const std::string &word, std::istringstream &in,
                     const std::string &line) {
  auto need = [&](bool good) { if (!good) refuse(line); };
  if (word == "weight") need(bool(in >> domain.weight));
  else if (word == "cap") need(bool(in >> domain.cap));
  else if (word == "vcpus") need(bool(in >> domain.vcpus));
  else if (word == "hogs") need(bool(in >> domain.hogs));
  else if (word == "workers") need(bool(in >> domain.workers));
  else if (word == "catch-up") {
    need(bool(in >> domain.catchUp));
    domain.catchUp *= 1e9;
  } else if (word == "leg") domain.path.push_back(readLeg(in, line));
  else if (word == "arrivals") {
    need(bool(in >> domain.arrivals));
    domain.arrivalParameters = readNumbers(in);
  } else if (word == "at") {
    domain.arrivals = "times";
    for (double time : readNumbers(in)) domain.times.push_back(time);
  } else if (word == "demand") {
    need(bool(in >> domain.demand));
    for (double value : readNumbers(in)) domain.demandParameters.push_back(value);
  } else if (word == "discipline") {
    std::string name;
    in >> name;
    domain.discipline = name == "fifo"           ? Discipline::fifo
                        : name == "time-sharing" ? Discipline::timeSharing
                                                 : Discipline::processorSharing;
    need(domain.discipline != Discipline::processorSharing || name == "processor-sharing");
  } else if (word == "background") {
    need(bool(in >> domain.background >> domain.backgroundUtilisation >> domain.backgroundPeriod));
  } else if (word == "burst") {
    Burst burst;
    need(bool(in >> burst.from >> burst.to >> burst.cpu));
    domain.bursts.push_back(burst);
  } else if (word == "idle-ticks") {
    double period, cpu;
    need(bool(in >> period >> cpu >> domain.ticksAfterWork));
    domain.tickPeriod = nanoseconds(period);
    domain.tickCpu = nanoseconds(cpu);
  } else refuse(line);
}

/// Without a path a request is its service; without an answering leg the last one that counts answers.
inline void completePath(DomainSpec &domain, bool hasDriver) {
  if (domain.path.empty()) domain.path.push_back({Where::service});
  LegSpec *last = nullptr;
  for (LegSpec &leg : domain.path) {
    if (leg.where == Where::driver && !hasDriver) throw std::runtime_error("no domain is the driver");
    if (leg.answers) return;
    if (!leg.aside) last = &leg;
  }
  if (!last) throw std::runtime_error("nobody answers the requests of " + domain.name);
  last->answers = true;
}

inline HostSpec readHost(std::istream &file) {
  HostSpec host;
  for (std::string line; std::getline(file, line);) {
    std::istringstream in(line.substr(0, line.find('#')));
    std::string word, rest;
    if (!(in >> word)) continue;
    double seconds;
    if (word == "pcpus") in >> host.pcpus;
    else if (word == "scheduler") in >> host.scheduler;
    else if (word == "tslice" && in >> seconds) host.tslice = nanoseconds(seconds);
    else if (word == "ratelimit" && in >> seconds) host.ratelimit = nanoseconds(seconds);
    else if (word == "cap-period" && in >> seconds) host.capPeriod = nanoseconds(seconds);
    else if (word == "domain") {
      DomainSpec domain;
      in >> domain.name;
      domain.driver = bool(in >> rest);
      if (domain.driver && rest != "driver") refuse(line);
      host.domains.push_back(domain);
    } else if (host.domains.empty()) refuse(line);
    else readFact(host.domains.back(), word, in, line);
  }
  if (host.pcpus < 1 || host.domains.empty()) throw std::runtime_error("no pCPU or no domain");
  if (host.scheduler != "credit" && host.scheduler != "credit2") refuse(host.scheduler);
  bool hasDriver = false;
  for (const DomainSpec &domain : host.domains) hasDriver = hasDriver || domain.driver;
  for (DomainSpec &domain : host.domains) completePath(domain, hasDriver);
  return host;
}
