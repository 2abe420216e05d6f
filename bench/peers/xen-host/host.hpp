// The whole host: requests on their way through Domain-0 and their guest, event by event.
#pragma once
#include "credit.hpp"
#include "credit2.hpp"
#include "guest.hpp"
#include "recorder.hpp"
#include "streams.hpp"
#include "tally.hpp"

struct Options {
  double seconds = 100, warmup = 0, drain = 0;
  std::uint64_t seed = 1;
  std::string record;  ///< the file to record into
};

struct Request {
  int guest = 0;
  std::size_t leg = 0;
  Ns clock = 0, began = -1, demand = 0, arrived = 0;
};

class Host {
  const HostSpec &spec;
  const Options options;
  const Ns warmup, horizon;
  Machine machine;
  Random random;
  std::unique_ptr<Scheduler> scheduler;
  std::vector<Domain> domains;
  int driver = -1;
  std::vector<ArrivalStream> arrivals;
  std::vector<DemandStream> demands;
  std::vector<BurstStream> bursts;
  std::vector<Request> requests;
  std::vector<int> freeRequests;
  std::vector<Ns> sliceEnds;
  Timers timers;
  Recorder recorder;
  std::vector<Ns> pendingArrival, pendingBurst;

 public:
  std::vector<Tally> client, logged;
  std::vector<long> unanswered;

 private:
  // Timers, in the order in which those of the same time go off.
  int pcpuTimer(int p) const { return p; }
  int sharingTimer(int d) const { return spec.pcpus + d; }
  int tickTimer(const VCpu &v) const { return sharingTimer(int(domains.size())) + v.id; }
  int schedulerTimer(int k) const { return sharingTimer(int(domains.size())) + int(machine.vcpus.size()) + k; }
  int burstTimer(int d) const { return schedulerTimer(Scheduler::timers) + d; }
  int arrivalTimer(int d) const { return burstTimer(int(domains.size())) + d; }

  Domain &domainOf(const VCpu &v) { return domains[v.domain]; }
  bool counting() const { return machine.now >= warmup && machine.now < horizon; }

  // ---- vCPUs -------------------------------------------------------------------------------------

  void wake(VCpu &v) {
    if (v.state != State::blocked) return;
    timers.set(tickTimer(v), never);
    if (counting()) v.wakes++;
    if (machine.current[v.pcpu] == &v) {  // Not yet taken off its pCPU.
      v.state = State::running;
      v.runSince = v.workedUntil = machine.now;
      return;
    }
    v.since = machine.now;
    v.woken = true;
    v.state = v.parked ? State::paused : State::queued;
    if (v.state == State::queued) scheduler->wake(v);
  }

  void leave(VCpu &v, State state) {
    advance(v);
    Domain &d = domainOf(v);
    if (sharing(d)) settle(d, machine.now);
    const Ns from = std::max(v.runSince, warmup), to = std::min(machine.now, horizon);
    if (to > from) v.ran += to - from;
    v.state = state;
    v.since = machine.now;
    v.woken = false;
    v.tickSeen = tickIndex(machine.now);
    if (sharing(d)) timers.set(sharingTimer(v.domain), nextFinish(d, machine.now));
  }

  void block(VCpu &v) {
    leave(v, State::blocked);
    machine.tickle(v.pcpu);
    const DomainSpec &d = domainOf(v).spec;
    if (v.worked) v.ticksLeft = d.ticksAfterWork;
    v.worked = false;
    if (d.tickPeriod <= 0 || v.ticksLeft <= 0) return;
    v.ticksLeft--;
    timers.set(tickTimer(v), (machine.now / d.tickPeriod + 1) * d.tickPeriod);
  }

  void dispatch(VCpu &v, int pcpu) {
    Domain &d = domainOf(v);
    if (sharing(d)) settle(d, machine.now);
    if (counting()) {
      v.dispatches++;
      (v.woken ? v.waitedAwoken : v.waitedPreempted) += machine.now - v.since;
    }
    v.state = State::running;
    v.pcpu = pcpu;
    v.runSince = v.workedUntil = machine.now;
    if (inTurns(d) && tickIndex(machine.now) > v.tickSeen) onTick(v, d, machine.now);
    begin(v);
  }

  /// The work done since it was last looked at.
  void advance(VCpu &v) {
    const Ns worked = machine.now - v.workedUntil;
    v.workedUntil = machine.now;
    if (worked == 0) return;
    if (!v.legs.empty()) v.legs.front().left -= worked;
    else if (v.hasJob) {
      v.job.left -= double(worked);
      v.job.vruntime += double(worked);
      v.picked += double(worked);
    }
  }

  /// It goes on with whatever is in front of it: notes when that began.
  void begin(VCpu &v) {
    Domain &d = domainOf(v);
    if (!v.legs.empty()) {
      Work &work = v.legs.front();
      if (!work.begun && work.starts) requests[work.request].clock = machine.now;
      work.begun = true;
    } else if (sharing(d)) {
      for (int r : d.unbegun) requests[r].began = machine.now;
      d.unbegun.clear();
    } else {
      take(v, d);
      if (v.hasJob && requests[v.job.request].began < 0) requests[v.job.request].began = machine.now;
    }
    plan(v);
  }

  void plan(const VCpu &v) {
    Domain &d = domains[v.domain];
    if (sharing(d)) timers.set(sharingTimer(v.domain), nextFinish(d, machine.now));
    Ns work = never;
    if (!v.legs.empty()) work = machine.now + v.legs.front().left;
    else if (v.hasJob) {
      work = machine.now + Ns(std::max(0.0, v.job.left));
      if (!d.turns.empty()) {
        work = std::min(work, std::max(machine.now, (v.tickSeen + 1) * linuxScheduler::tick));
      }
    }
    timers.set(pcpuTimer(v.pcpu), std::min(work, sliceEnds[v.pcpu]));
  }

  /// Ends what it has finished, begins what is next, blocks where nothing is.
  void work(VCpu &v) {
    Domain &d = domainOf(v);
    advance(v);
    for (;;) {
      if (!v.legs.empty() && v.legs.front().left <= 0) {
        if (sharing(d)) settle(d, machine.now);
        const Work done = v.legs.front();
        v.legs.pop_front();
        if (!done.tick) v.worked = true;
        if (done.request >= 0) proceed(done.request);
      } else if (v.legs.empty() && v.hasJob && v.job.left <= 0.5) {
        v.hasJob = false;
        v.worked = true;
        served(v.job.request);
      } else break;
    }
    if (v.legs.empty() && inTurns(d) && tickIndex(machine.now) > v.tickSeen) onTick(v, d, machine.now);
    if (wants(v, d)) begin(v);
    else block(v);
  }

  void reschedule(int p) {
    VCpu *previous = machine.current[p];
    if (previous && previous->state == State::running) work(*previous);
    machine.reschedule &= ~(std::uint64_t(1) << p);
    Ns slice = never;
    VCpu *next = scheduler->pick(p, slice);
    sliceEnds[p] = next ? machine.now + slice : never;
    if (next == previous && next) {
      plan(*next);
      return;
    }
    VCpu *preempted = nullptr;
    if (previous && previous->state == State::running) {
      preempted = previous;
      if (counting()) previous->preemptions++;
      leave(*previous, previous->parked ? State::paused : State::queued);
    }
    machine.current[p] = next;
    timers.set(pcpuTimer(p), never);
    if (next) dispatch(*next, p);
    if (preempted) scheduler->preempted(*preempted);
  }

  // ---- work arrives ------------------------------------------------------------------------------

  void give(VCpu &v, Work work) {
    Domain &d = domainOf(v);
    const bool runs = v.state == State::running;
    if (sharing(d)) settle(d, machine.now);
    if (runs) advance(v);
    v.legs.push_back(work);
    if (runs && v.legs.size() == 1) begin(v);
    wake(v);
  }

  /// The next legs of a request, up to the first that it waits for.
  void proceed(int r) {
    const int guest = requests[r].guest;
    const std::vector<LegSpec> &path = domains[guest].spec.path;
    for (;;) {
      const std::size_t index = requests[r].leg++;
      if (index > 0 && path[index - 1].answers) answer(r);
      if (index == path.size()) {
        freeRequests.push_back(r);
        return;
      }
      const LegSpec &leg = path[index];
      if (leg.where == Where::service) return admit(r);
      Domain &to = leg.where == Where::driver ? domains[driver] : domains[guest];
      give(*to.vcpus[leg.where == Where::driver ? guest % to.vcpus.size() : 0],
           Work{leg.aside ? -1 : r, leg.cpu, leg.starts});
      if (!leg.aside) return;
    }
  }

  void admit(int r) {
    Domain &d = domains[requests[r].guest];
    if (d.inService < d.spec.workers) start(r);
    else d.backlog.push_back(r);
  }

  void start(int r) {
    Domain &d = domains[requests[r].guest];
    d.inService++;
    const double demand = double(requests[r].demand);
    for (VCpu *v : d.vcpus)
      if (v->state == State::running) advance(*v);
    if (sharing(d)) {
      settle(d, machine.now);
      d.finishes.push({d.attained + demand, r});
      if (serving(d) > 0) requests[r].began = machine.now;
      else d.unbegun.push_back(r);
    } else if (inTurns(d)) joinTurns(Job{r, demand}, d);
    else d.line.push_back(Job{r, demand});
    VCpu *idle = nullptr;
    for (VCpu *v : d.vcpus) {
      if (v->state == State::blocked && !idle && wants(*v, d)) idle = v;
      if (v->state == State::running) begin(*v);
    }
    if (idle) wake(*idle);
  }

  void served(int r) {
    const int guest = requests[r].guest;
    Domain &d = domains[guest];
    if (requests[r].began < 0) requests[r].began = machine.now;  // A demand of no length.
    if (requests[r].arrived >= warmup) logged[guest].add(since(requests[r].began), place(r));
    recorder.request(d.spec.name, requests[r].began, machine.now);
    d.inService--;
    if (!d.backlog.empty()) {
      const int next = d.backlog.front();
      d.backlog.pop_front();
      start(next);
    }
    proceed(r);
  }

  void answer(int r) {
    if (requests[r].arrived < warmup) return;
    client[requests[r].guest].add(since(requests[r].clock), place(r));
    unanswered[requests[r].guest]--;
  }

  double since(Ns from) const { return double(machine.now - from) * 1e-9; }
  double place(int r) const {
    return double(requests[r].arrived - warmup) / double(std::max<Ns>(1, horizon - warmup));
  }

  void arrive(int guest) {
    int r = int(requests.size());
    if (freeRequests.empty()) requests.emplace_back();
    else {
      r = freeRequests.back();
      freeRequests.pop_back();
    }
    requests[r] = Request{guest, 0, machine.now, -1, demands[guest].next(), machine.now};
    if (machine.now >= warmup) unanswered[guest]++;
    timers.set(arrivalTimer(guest), within(arrivals[guest].next()));
    proceed(r);
  }

  /// CPU time of each domain from the warm-up to a moment at which nothing has happened since.
  std::vector<Ns> used(Ns at) const {
    std::vector<Ns> sum;
    for (const Domain &d : domains) {
      Ns own = 0;
      for (const VCpu *v : d.vcpus) {
        own += v->ran;
        if (v->state == State::running) own += std::max<Ns>(0, at - std::max(v->runSince, warmup));
      }
      sum.push_back(own);
    }
    return sum;
  }

  Ns within(Ns time) const { return time < horizon ? time : never; }

  void finishShared(int index) {
    Domain &d = domains[index];
    settle(d, machine.now);
    while (!d.finishes.empty() && d.finishes.top().first <= d.attained + 0.5) {
      const int r = d.finishes.top().second;
      d.finishes.pop();
      for (VCpu *v : d.vcpus) v->worked = v->worked || v->state == State::running;
      served(r);
    }
    for (VCpu *v : d.vcpus)
      if (v->state == State::running && !wants(*v, d)) block(*v);
    timers.set(sharingTimer(index), nextFinish(d, machine.now));
  }

  void fire(int timer) {
    if (timer < spec.pcpus) {
      VCpu *v = machine.current[timer];
      if (v && v->state == State::running) {
        work(*v);
        if (machine.now >= sliceEnds[timer]) machine.tickle(timer);
      }
    } else if (timer < tickTimer(*machine.vcpus[0])) {
      finishShared(timer - spec.pcpus);
    } else if (timer < schedulerTimer(0)) {
      VCpu &v = *machine.vcpus[timer - tickTimer(*machine.vcpus[0])];
      timers.set(timer, never);
      give(v, Work{-1, domainOf(v).spec.tickCpu, false, false, true});
    } else if (timer < burstTimer(0)) {
      const int k = timer - schedulerTimer(0);
      scheduler->timer(k);
      timers.set(timer, scheduler->timerAt(k));
    } else if (timer < arrivalTimer(0)) {
      const int d = timer - burstTimer(0);
      const Ns cpu = bursts[d].cpu;
      timers.set(timer, within(bursts[d].next()));
      give(*domains[d].vcpus[0], Work{-1, cpu});
    } else arrive(timer - arrivalTimer(0));
  }

  void setUp(int index) {
    Domain &d = domains[index];
    const DomainSpec &its = d.spec;
    const std::uint64_t seed = (options.seed << 16) + std::uint64_t(index) * 8;
    arrivals.emplace_back(its, seed + 1);
    demands.emplace_back(its, seed + 2);
    bursts.emplace_back(its, seed + 3);
    timers.set(arrivalTimer(index), within(arrivals[index].next()));
    timers.set(burstTimer(index), within(bursts[index].next()));
    for (VCpu *v : d.vcpus)
      if (wants(*v, d)) wake(*v);
  }

 public:
  Host(const HostSpec &spec, const Options &options)
      : spec(spec), options(options), warmup(nanoseconds(options.warmup)),
        horizon(nanoseconds(options.seconds)), machine(spec), random(options.seed),
        sliceEnds(spec.pcpus, never),
        timers(std::size_t(spec.pcpus) + 3 * spec.domains.size() + machine.vcpus.size() + Scheduler::timers),
        recorder(options.record, spec.domains.size(), warmup, horizon), client(spec.domains.size()), logged(spec.domains.size()), unanswered(spec.domains.size(), 0) {
    if (spec.scheduler == "credit") scheduler = std::make_unique<Credit>(machine, random);
    else scheduler = std::make_unique<Credit2>(machine);
    for (std::size_t d = 0; d < spec.domains.size(); d++) {
      domains.emplace_back(spec.domains[d]);
      if (spec.domains[d].driver) driver = int(d);
    }
    for (auto &v : machine.vcpus) domains[v->domain].vcpus.push_back(v.get());
    for (int d = 0; d < int(domains.size()); d++) setUp(d);
    for (int k = 0; k < Scheduler::timers; k++) timers.set(schedulerTimer(k), scheduler->timerAt(k));
  }

  void play() {
    const Ns end = horizon + nanoseconds(options.drain);
    for (;;) {
      while (machine.reschedule) {
        const int p = __builtin_ctzll(machine.reschedule);
        machine.reschedule &= machine.reschedule - 1;
        reschedule(p);
      }
      while (recorder.nextSample <= std::min(timers.nextAt(), end)) recorder.sample(used(recorder.nextSample));
      if (timers.nextAt() > end) break;
      machine.now = timers.nextAt();
      fire(timers.next());
    }
    machine.now = end;
    for (VCpu *v : machine.current)
      if (v && v->state == State::running) leave(*v, State::blocked);
  }

  const Domain &domain(std::size_t d) const { return domains[d]; }
};
