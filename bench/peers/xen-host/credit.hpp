// Xen's credit scheduler as of 4.17 (sched_credit.c), put down from its description: priorities BOOST,
// UNDER and OVER, credits burned by the nanosecond, ticks every third of the time slice, accounting once
// per time slice, ratelimit, a queue per pCPU, work taken from busy peers. Affinity, yields and the
// move of a running vCPU to an idle pCPU at a tick are left out.
#pragma once
#include <algorithm>
#include <list>

#include "machine.hpp"

class Credit : public Scheduler {
  enum Priority { boost = 0, under = -1, over = -2, idle = -64 };
  static constexpr std::int64_t perMillisecond = 10, oneMillisecond = 1000000;
  static constexpr Ns leastTimer = 100000;

  Machine &machine;
  const Ns tick;
  const std::int64_t perSlice;
  std::vector<std::vector<VCpu *>> queues;
  std::vector<bool> idler;
  std::vector<int> sorted;
  struct Account {
    std::vector<VCpu *> vcpus;  ///< active ones
    int weight, cap;
  };
  std::vector<Account> accounts;
  std::list<int> activeDomains;
  std::int64_t balance = 0;
  int lastTickled = 0, accountings = 0;
  Ns tickAt, accountAt;

  void burn(VCpu &v) {
    const std::int64_t value = (machine.now - v.burnedUntil) * perMillisecond + v.residual;
    v.credit -= value / oneMillisecond;
    v.residual = value % oneMillisecond;
    v.burnedUntil = machine.now;
  }

  void insert(int pcpu, VCpu *v) {
    auto &queue = queues[pcpu];
    auto behind = std::find_if(queue.begin(), queue.end(),
                               [&](VCpu *other) { return other->priority < v->priority; });
    queue.insert(behind, v);
    v->pcpu = pcpu;
  }

  void tickleFor(const VCpu &v) {
    const VCpu *current = machine.current[v.pcpu];
    const bool busy = machine.runs(current);
    const bool anyIdler = std::find(idler.begin(), idler.end(), true) != idler.end();
    const int running = busy ? current->priority : int(idle);
    int target = -1;
    if (idler[v.pcpu] || !busy || (!anyIdler && v.priority > running)) target = v.pcpu;
    else if (anyIdler) {
      do lastTickled = (lastTickled + 1) % int(idler.size());
      while (!idler[lastTickled]);
      target = lastTickled;
    }
    if (target < 0) return;
    idler[target] = false;
    machine.tickle(target);
  }

  VCpu *steal(int thief, int priority) {
    const int pcpus = int(queues.size());
    for (int step = 1; step < pcpus; step++) {
      const int peer = (thief + step) % pcpus;
      if (!machine.current[peer] || queues[peer].empty()) continue;
      VCpu *best = queues[peer].front();
      if (best->priority <= priority) continue;
      queues[peer].erase(queues[peer].begin());
      best->pcpu = thief;
      return best;
    }
    return nullptr;
  }

  void activate(VCpu &v) {
    v.active = true;
    Account &account = accounts[v.domain];
    if (account.vcpus.empty()) activeDomains.push_front(v.domain);
    account.vcpus.push_back(&v);
  }

  void deactivate(VCpu &v) {
    v.active = false;
    auto &vcpus = accounts[v.domain].vcpus;
    vcpus.erase(std::find(vcpus.begin(), vcpus.end(), &v));
    if (vcpus.empty()) activeDomains.remove(v.domain);
  }

  void park(VCpu &v) {
    v.parked = true;
    if (v.state == State::running) machine.tickle(v.pcpu);
    if (v.state != State::queued) return;
    auto &queue = queues[v.pcpu];
    queue.erase(std::find(queue.begin(), queue.end(), &v));
    v.state = State::paused;
  }

  void unpark(VCpu &v) {
    v.parked = false;
    if (v.state != State::paused) return;
    v.state = State::queued;
    insert(v.pcpu, &v);
    tickleFor(v);
  }

  void onTick() {
    for (int p = 0; p < int(queues.size()); p++) {
      VCpu *v = machine.current[p];
      if (!v) continue;
      if (v->priority == boost) v->priority = under;
      burn(*v);
      if (!v->active) activate(*v);
      if (sorted[p] == accountings) continue;
      sorted[p] = accountings;
      std::stable_partition(queues[p].begin(), queues[p].end(),
                            [](VCpu *each) { return each->priority >= under; });
    }
  }

  static std::int64_t shareOf(std::int64_t amount, std::int64_t part, std::int64_t whole) {
    return (amount * part + whole - 1) / whole;
  }

  void credited(VCpu &v, std::int64_t earned, std::int64_t capEach) {
    v.credit += earned;
    if (v.credit < 0) {
      v.priority = over;
      if (v.cap && v.credit < -capEach && !v.parked) park(v);
      v.credit = std::max(v.credit, -perSlice);
      return;
    }
    v.priority = under;
    if (v.parked) unpark(v);
    if (v.credit <= perSlice) return;
    deactivate(v);
    v.credit /= 2;
  }

  void account() {
    const std::int64_t before = balance;
    std::int64_t total = perSlice * std::int64_t(queues.size()) + std::max<std::int64_t>(0, -before);
    std::int64_t weights = 0;
    for (int d : activeDomains) weights += accounts[d].weight * std::int64_t(accounts[d].vcpus.size());
    balance = 0;
    std::int64_t left = weights;
    bool wanting = false;
    const std::vector<int> order(activeDomains.begin(), activeDomains.end());
    for (int d : order) {
      Account &account = accounts[d];
      const std::int64_t count = std::int64_t(account.vcpus.size());
      const std::int64_t weight = account.weight * count;
      left -= weight;
      std::int64_t peak = count * perSlice;
      if (before < 0) peak += shareOf(-before, weight, weights);
      std::int64_t capEach = 0;
      if (account.cap) {
        const std::int64_t capped = (account.cap * perSlice + 99) / 100;
        peak = std::min(peak, capped);
        capEach = (capped + count - 1) / count;
      }
      std::int64_t fair = shareOf(total, weight, weights);
      if (fair < peak) wanting = true;
      else {
        if (left > 0) total += shareOf(fair - peak, weights, left);
        if (wanting) {
          activeDomains.remove(d);
          activeDomains.push_front(d);
        }
        fair = peak;
      }
      const std::vector<VCpu *> vcpus = account.vcpus;
      for (VCpu *v : vcpus) {
        credited(*v, (fair + count - 1) / count, capEach);
        balance += v->credit;
      }
    }
    accountings++;
  }

 public:
  Credit(Machine &machine, Random &random)
      : machine(machine), tick(machine.spec.tslice / 3),
        perSlice(machine.spec.tslice / oneMillisecond * perMillisecond),
        queues(machine.spec.pcpus), idler(machine.spec.pcpus, true),
        sorted(machine.spec.pcpus, 0), accounts(machine.spec.domains.size()) {
    for (std::size_t d = 0; d < accounts.size(); d++) {
      accounts[d].weight = machine.spec.domains[d].weight;
      accounts[d].cap = machine.spec.domains[d].cap;
    }
    for (auto &v : machine.vcpus) v->priority = under;
    tickAt = Ns(random.uniform() * double(tick));
    accountAt = Ns(random.uniform() * double(machine.spec.tslice));
  }

  void wake(VCpu &v) override {
    if (v.priority == under && !v.parked) v.priority = boost;
    insert(v.pcpu, &v);
    tickleFor(v);
  }

  VCpu *pick(int pcpu, Ns &slice) override {
    VCpu *current = machine.current[pcpu];
    if (current) burn(*current);
    const bool stays = machine.runs(current);
    const Ns ratelimit = machine.spec.ratelimit;
    if (stays && machine.now - current->runSince < ratelimit) {
      const Ns ran = machine.now - current->runSince;
      slice = ran < leastTimer ? leastTimer : ratelimit - ran;
      return current;
    }
    if (stays) insert(pcpu, current);
    slice = machine.spec.tslice;
    auto &queue = queues[pcpu];
    VCpu *next = queue.empty() ? nullptr : queue.front();
    if (next && next->priority > over) queue.erase(queue.begin());
    else if (VCpu *stolen = steal(pcpu, next ? next->priority : int(idle))) next = stolen;
    else if (next) queue.erase(queue.begin());
    idler[pcpu] = !next;
    if (next) next->burnedUntil = machine.now;
    return next;
  }

  Ns timerAt(int k) const override { return k == 0 ? tickAt : accountAt; }
  void timer(int k) override {
    if (k == 0) {
      onTick();
      tickAt += tick;
    } else {
      account();
      accountAt += machine.spec.tslice;
    }
  }
};
