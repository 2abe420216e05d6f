// What an operator would record of the counted span, as text; times in seconds since its start:
//
//   cpu SECONDS...          # of each domain in the second that ends here, as a counter shows it
//   request DOMAIN AT FOR   # as a server logs it when it ends: when its service began, and how long it took
#pragma once
#include <fstream>
#include <stdexcept>
#include <string>

#include "basics.hpp"

class Recorder {
  std::ofstream file;
  std::vector<Ns> before;
  Ns start, end;

 public:
  static constexpr Ns interval = 1'000'000'000;
  Ns nextSample = never;

  /// Records nothing without a file.
  Recorder(const std::string &name, std::size_t domains, Ns start, Ns end)
      : before(domains, 0), start(start), end(end) {
    if (name.empty()) return;
    file.open(name);
    if (!file) throw std::runtime_error("cannot write " + name);
    file.setf(std::ios::fixed);
    file.precision(9);
    nextSample = start + interval;
  }

  /// @param used CPU time of each domain since the start
  void sample(const std::vector<Ns> &used) {
    file << "cpu";
    for (std::size_t d = 0; d < used.size(); d++) file << ' ' << double(used[d] - before[d]) * 1e-9;
    file << '\n';
    before = used;
    nextSample = nextSample + interval > end ? never : nextSample + interval;
  }

  void request(const std::string &domain, Ns began, Ns now) {
    if (!file.is_open() || now < start || now >= end) return;
    file << "request " << domain << ' ' << double(began - start) * 1e-9 << ' ' << double(now - began) * 1e-9
         << '\n';
  }
};
