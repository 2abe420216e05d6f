// What the scheduler and the guests both see: virtual CPUs and who runs where.
#pragma once
#include <deque>
#include <memory>
#include <vector>

#include "basics.hpp"
#include "input.hpp"

/// `paused`: has work, but its cap keeps it off the CPU.
enum class State { blocked, paused, queued, running };

/// A stretch of work ahead of all services: a leg of a request, a burst or a timer tick.
struct Work {
  int request = -1;
  Ns left = 0;
  bool starts = false, begun = false, tick = false;
};

/// A request in service, in a guest that serves one after the other or in turns.
struct Job {
  int request = -1;
  double left = 0, vruntime = 0;
};

struct VCpu {
  int id, domain, index, weight, cap;
  State state = State::blocked;
  int pcpu = 0;  ///< where it runs, waits or ran last
  Ns since = 0, runSince = 0, workedUntil = 0;
  bool woken = false;

  std::deque<Work> legs;
  bool hasJob = false;
  Job job;
  double picked = 0;  ///< CPU time of the job since it was picked, ns
  Ns tickSeen = 0;
  int ticksLeft = 0;
  bool worked = false;

  // The scheduler's own notes.
  int priority = 0;
  std::int64_t credit = 0, residual = 0;
  Ns burnedUntil = 0;
  bool active = false, parked = false;
  int tickled = -1;

  // Tallies.
  Ns ran = 0, waitedAwoken = 0, waitedPreempted = 0;
  long dispatches = 0, wakes = 0, preemptions = 0;
};

struct Machine {
  const HostSpec &spec;
  Ns now = 0;
  std::vector<std::unique_ptr<VCpu>> vcpus;
  std::vector<VCpu *> current;   ///< by pCPU; null where it idles
  std::uint64_t reschedule = 0;  ///< pCPUs that were told to look at their queues, a bit each

  explicit Machine(const HostSpec &spec) : spec(spec), current(spec.pcpus, nullptr) {
    for (std::size_t d = 0; d < spec.domains.size(); d++) {
      const DomainSpec &domain = spec.domains[d];
      for (int k = 0; k < domain.vcpus; k++) {
        auto v = std::make_unique<VCpu>();
        v->id = int(vcpus.size());
        v->domain = int(d);
        v->index = k;
        v->weight = domain.weight;
        v->cap = domain.cap;
        v->pcpu = v->id % spec.pcpus;
        vcpus.push_back(std::move(v));
      }
    }
  }
  void tickle(int pcpu) { reschedule |= std::uint64_t(1) << pcpu; }
  bool runs(const VCpu *v) const { return v && v->state == State::running && !v->parked; }
};

struct Scheduler {
  virtual ~Scheduler() = default;
  /// It has work again, its state is `queued`.
  virtual void wake(VCpu &v) = 0;
  /// Who runs next on the pCPU, null = nobody, and for how long at most.
  virtual VCpu *pick(int pcpu, Ns &slice) = 0;
  /// It was taken off its pCPU although it has work.
  virtual void preempted(VCpu &) {}
  virtual Ns timerAt(int) const { return never; }
  virtual void timer(int) {}
  static constexpr int timers = 2;
};
