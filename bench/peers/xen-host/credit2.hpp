// Xen's credit2 scheduler as of 4.17 (sched_credit2.c), put down from its description: one queue for all
// pCPUs, ordered by credit; credits burned in inverse proportion to weight; 10 ms for everybody as soon
// as the best has none left; ratelimit. Affinity, several queues and yields are left out; a cap's budget
// belongs to the domain as a whole.
#pragma once
#include <algorithm>

#include "machine.hpp"

class Credit2 : public Scheduler {
  static constexpr std::int64_t initial = 10000000, carryover = 500000, resist = 500000;
  static constexpr Ns leastTimer = 500000, mostTimer = 10000000, tolerance = 50000;

  Machine &machine;
  std::vector<VCpu *> queue;
  std::vector<bool> tickledMask;
  std::int64_t heaviest = 1;
  std::vector<Ns> budget;  ///< of each domain
  std::vector<Ns> allowance;
  Ns refillAt = never;

  void burn(VCpu &v) {
    const Ns ran = machine.now - v.burnedUntil;
    if (ran <= 0) return;
    const std::int64_t value = ran * heaviest + v.residual;
    v.credit -= value / v.weight;
    v.residual = value % v.weight;
    if (v.cap) budget[v.domain] -= ran;
    v.burnedUntil = machine.now;
  }

  bool spent(const VCpu &v) const { return v.cap && budget[v.domain] <= 0; }

  void insert(VCpu *v) {
    auto behind = std::find_if(queue.begin(), queue.end(),
                               [&](VCpu *other) { return other->credit < v->credit; });
    queue.insert(behind, v);
  }

  bool within(const VCpu &v, Ns tolerated) const {
    const Ns ratelimit = machine.spec.ratelimit;
    return ratelimit > tolerated && machine.now - v.runSince <= ratelimit - tolerated;
  }

  int idlePCpuFor(const VCpu &v) const {
    const int pcpus = int(tickledMask.size());
    for (int step = 0; step < pcpus; step++) {
      const int p = (v.pcpu + step) % pcpus;
      if (!machine.current[p] && !tickledMask[p]) return p;
    }
    return -1;
  }

  /// The busy pCPU whose vCPU has fewest credits, if the new one has more.
  int weakestPCpuFor(const VCpu &v) {
    std::int64_t best = 0;
    int found = -1;
    for (int p = 0; p < int(tickledMask.size()); p++) {
      VCpu *current = machine.current[p];
      if (!machine.runs(current) || tickledMask[p] || within(*current, tolerance)) continue;
      burn(*current);
      const std::int64_t score = v.credit - current->credit - (p == v.pcpu ? 0 : resist);
      if (score > best || (score == best && score > 0 && p == v.pcpu)) {
        best = score;
        found = p;
      }
    }
    return found;
  }

  void tickleFor(VCpu &v) {
    int target = idlePCpuFor(v);
    if (target < 0) target = weakestPCpuFor(v);
    if (target < 0) return;
    tickledMask[target] = true;
    v.tickled = target;
    machine.tickle(target);
  }

  VCpu *candidate(int pcpu, VCpu *current, bool &skipped) {
    if (current && machine.spec.ratelimit > 0 &&
        machine.now - current->runSince < machine.spec.ratelimit && !spent(*current)) {
      return current;
    }
    VCpu *best = current && !spent(*current) ? current : nullptr;
    for (VCpu *v : queue) {
      if (v->tickled >= 0 && v->tickled != pcpu && tickledMask[v->tickled]) {
        skipped = true;
        continue;
      }
      if (v->pcpu != pcpu && best && best->credit + resist > v->credit) {
        skipped = true;
        continue;
      }
      if (!best || v->credit > best->credit) best = v;
      break;
    }
    return best;
  }

  void reset(const VCpu &next) {
    const std::int64_t times = next.credit < -initial ? 1 + -next.credit / initial : 1;
    for (VCpu *running : machine.current)
      if (running && running->state == State::running) burn(*running);
    for (auto &v : machine.vcpus) {
      v->credit = std::min(v->credit + times * initial, initial + carryover);
      v->burnedUntil = machine.now;
    }
  }

  Ns runtime(const VCpu &next) const {
    const Ns ratelimit = machine.spec.ratelimit;
    Ns least = leastTimer;
    if (ratelimit > 0) {
      const bool runs = next.state == State::running;
      least = std::max(least, runs ? next.runSince + ratelimit - machine.now : ratelimit);
    }
    std::int64_t credit = next.credit;
    if (!queue.empty() && queue.front()->credit > 0) credit -= queue.front()->credit;
    Ns time = credit <= 0 ? least : Ns(credit * next.weight / heaviest);
    time = std::min(std::max(time, least), mostTimer);
    return next.cap ? std::min(time, budget[next.domain]) : time;
  }

  void pauseIfSpent(VCpu &v) {
    if (!spent(v) || v.parked) return;
    v.parked = true;
    if (v.state == State::queued) {
      queue.erase(std::find(queue.begin(), queue.end(), &v));
      v.state = State::paused;
    }
  }

 public:
  explicit Credit2(Machine &machine)
      : machine(machine), tickledMask(machine.spec.pcpus, false),
        budget(machine.spec.domains.size(), 0), allowance(machine.spec.domains.size(), 0) {
    for (auto &v : machine.vcpus) {
      heaviest = std::max<std::int64_t>(heaviest, v->weight);
      v->credit = initial;
      if (!v->cap) continue;
      allowance[v->domain] = machine.spec.capPeriod * v->cap / 100;
      budget[v->domain] = allowance[v->domain];
      refillAt = machine.spec.capPeriod;
    }
  }

  void wake(VCpu &v) override {
    if (spent(v)) {
      v.parked = true;
      v.state = State::paused;
      return;
    }
    insert(&v);
    tickleFor(v);
  }

  void preempted(VCpu &v) override {
    if (v.parked) return;
    insert(&v);
    tickleFor(v);
  }

  VCpu *pick(int pcpu, Ns &slice) override {
    VCpu *current = machine.current[pcpu];
    tickledMask[pcpu] = false;
    if (current) burn(*current);
    if (machine.runs(current)) pauseIfSpent(*current);
    const std::vector<VCpu *> waiting = refillAt == never ? std::vector<VCpu *>() : queue;
    for (VCpu *v : waiting) pauseIfSpent(*v);
    bool skipped = false;
    VCpu *next = candidate(pcpu, machine.runs(current) ? current : nullptr, skipped);
    if (!next) return nullptr;
    if (next != current) {
      queue.erase(std::find(queue.begin(), queue.end(), next));
      next->pcpu = pcpu;
      next->burnedUntil = machine.now;
    }
    next->tickled = -1;
    if (!skipped && next->credit <= 0) reset(*next);
    slice = runtime(*next);
    return next;
  }

  Ns timerAt(int k) const override { return k == 0 ? refillAt : never; }
  void timer(int) override {
    refillAt += machine.spec.capPeriod;
    for (VCpu *running : machine.current)
      if (machine.runs(running)) burn(*running);
    for (std::size_t d = 0; d < budget.size(); d++)
      budget[d] = std::min(budget[d] + allowance[d], allowance[d]);
    for (auto &v : machine.vcpus) {
      if (!v->parked || spent(*v)) continue;
      v->parked = false;
      if (v->state != State::paused) continue;
      v->state = State::queued;
      insert(v.get());
      tickleFor(*v);
    }
  }
};
