import {
  type DomainDemand,
  forecastAr1,
  type HostMinute,
  idlePCpusFor,
  isBoundByItself,
  measuredLoad,
  relieve,
  type WeighedHost,
} from '@steelyard/loop'
import {
  FRESH_MEMORY,
  findMoves,
  MOVE_POLICY,
  type Move,
  type MovesFound,
  type PlacementProblem,
  PROXMOX,
  proxmoxImbalance,
  proxmoxMove,
  rememberHot,
  rememberMove,
  SANDPIPER_THRESHOLD,
  sandpiperMoves,
  toDecide,
  XEN_ORCHESTRA_NOW,
  XEN_ORCHESTRA_THRESHOLD,
  xenOrchestraMoves,
} from '@steelyard/placement'
import type { FleetMinute, FleetWorld } from './play-fleet.ts'

/** Whoever looks after the pool, once a minute. */
export interface Contender {
  see(minute: FleetMinute, world: FleetWorld): Promise<void> | void
}

export const CONTENDERS: Readonly<Record<string, () => Contender>> = {
  nothing: () => ({ see: () => {} }),
  sandpiper,
  'xen-orchestra': xenOrchestra,
  proxmox,
  'steelyard-weights': () => new Steelyard(false),
  steelyard: () => new Steelyard(true),
}

const HISTORY_MINUTES = 60
const MINUTE_SECONDS = 60

/** What each guest used in each of the last minutes, by number of the guest, the newest last. */
class Uses {
  readonly #uses = new Map<string, number[]>()

  add({ guests }: FleetMinute): void {
    for (const { id, cpuSeconds } of guests.flat()) {
      const own = this.#uses.get(id) ?? []
      own.push(cpuSeconds / MINUTE_SECONDS)
      if (own.length > 30) own.shift()
      this.#uses.set(id, own)
    }
  }

  mean(id: string, minutes: number): number {
    const own = (this.#uses.get(id) ?? []).slice(-minutes)
    return own.reduce((sum, each) => sum + each, 0) / Math.max(1, own.length)
  }

  series(ids: readonly string[], minutes: number): number[] {
    const all = ids.map((id) => (this.#uses.get(id) ?? []).slice(-minutes))
    return Array.from({ length: Math.min(...all.map(({ length }) => length)) }, (_, back) =>
      all.reduce((sum, own) => sum + own.at(-1 - back)!, 0),
    ).reverse()
  }
}

/** The pool as those see it who know averages alone. */
function seenProblem(world: FleetWorld, useOf: (id: string) => number): PlacementProblem {
  const moving = world.movingGuests
  return {
    hosts: world.fleet.hosts.map(({ id, pCpus }, host) => ({
      id,
      pCpus,
      memoryFreeBytes: Math.max(0, world.memoryFree(host)),
      mayReceive: true,
      isHot: false,
    })),
    guests: world.fleet.guests.map(({ id, memoryBytes, apartGroups }, guest) => ({
      id,
      hostId: `h${world.hostOf[guest]}`,
      usePCpus: useOf(id),
      needPCpus: 0,
      memoryBytes,
      mayMove: !moving.has(guest),
      allowedHostIds: null,
      apartGroups,
    })),
  }
}

function make(world: FleetWorld, moves: readonly Pick<Move, 'guestId' | 'toHostId' | 'seconds'>[]) {
  for (const { guestId, toHostId, seconds } of moves) {
    world.move(Number(guestId.slice(1)), Number(toHostId.slice(1)), seconds)
  }
}

function hostsOver(problem: PlacementProblem, threshold: number): Set<string> {
  const used = new Map<string, number>()
  for (const { hostId, usePCpus } of problem.guests)
    used.set(hostId!, (used.get(hostId!) ?? 0) + usePCpus)
  return new Set(
    problem.hosts
      .filter(({ id, pCpus }) => (used.get(id) ?? 0) > threshold * pCpus)
      .map(({ id }) => id),
  )
}

/** NSDI 2007: 3 of 5 minutes above the threshold, and the AR(1) forecast of the next one. */
function sandpiper(): Contender {
  const uses = new Uses()
  return {
    see(minute, world) {
      uses.add(minute)
      const problem = seenProblem(world, (id) => uses.mean(id, 5))
      const hot = world.fleet.hosts.filter(({ pCpus }, host) => {
        const ids = world.guestsOn(host).map((guest) => world.fleet.guests[guest]!.id)
        if (ids.length === 0) return false
        const series = uses.series(ids, 15).map((use) => use / pCpus)
        const over = series.slice(-5).filter((each) => each > SANDPIPER_THRESHOLD).length
        return over >= 3 && (forecastAr1(series)?.value ?? 0) > SANDPIPER_THRESHOLD
      })
      make(world, sandpiperMoves(problem, new Set(hot.map(({ id }) => id))))
    },
  }
}

function xenOrchestra(): Contender {
  const uses = new Uses()
  return {
    see(minute, world) {
      uses.add(minute)
      const hot = hostsOver(
        seenProblem(world, (id) => uses.mean(id, 1)),
        XEN_ORCHESTRA_THRESHOLD,
      )
      const blended = (id: string) =>
        XEN_ORCHESTRA_NOW * uses.mean(id, 1) + (1 - XEN_ORCHESTRA_NOW) * uses.mean(id, 30)
      make(world, xenOrchestraMoves(seenProblem(world, blended), hot))
    },
  }
}

/** A round takes ten seconds, so a minute's imbalance stands for six of them. */
function proxmox(): Contender {
  const uses = new Uses()
  return {
    see(minute, world) {
      uses.add(minute)
      const problem = seenProblem(world, (id) => uses.mean(id, 1))
      if (proxmoxImbalance(problem) <= PROXMOX.threshold) return
      const move = proxmoxMove(problem)
      if (move) make(world, [move])
    },
  }
}

/**
 * The loop's relief for each host, and moves where no weights keep the targets, as `pool-advice` of
 * the API advises them. There the twin judges them too, and a person makes them.
 */
class Steelyard implements Contender {
  readonly #moves: boolean
  #memory = FRESH_MEMORY
  readonly #minutes: HostMinute[][] = []
  readonly #factors: Record<string, number>[] = []
  readonly #changedAt: number[] = []
  #decided: Move[] = []
  /** Seconds that the longest decision took, with its proof. */
  slowest: { seconds: number; proof: MovesFound['proof'] } | null = null

  constructor(moves: boolean) {
    this.#moves = moves
  }

  async see(minute: FleetMinute, world: FleetWorld): Promise<void> {
    const now = minute.minute * MINUTE_SECONDS
    const rule = { missedWindows: 2, ofWindows: 3 }
    const hot: string[] = []
    const hosts = world.fleet.hosts.map(({ id }, host) => {
      const minutes = this.#keep(minute, host)
      const weighed = weighedHost(world, host)
      const factors = this.#factors[host] ?? {}
      const answered = relieve({
        host: weighed,
        minutes,
        rule,
        bounds: { largestStep: 1, payers: null },
        factors,
        undoneKinds: [],
        secondsSinceChange:
          this.#changedAt[host] === undefined ? null : now - this.#changedAt[host]!,
      })
      if (answered.answer === 'change') {
        this.#factors[host] = { ...answered.relief.factors }
        this.#changedAt[host] = now
        world.setWeights(
          new Map(
            Object.entries(answered.relief.weightsAfter).map(([guest, weight]) => [
              Number(guest.slice(1)),
              weight,
            ]),
          ),
        )
      }
      if (
        answered.answer === 'move-needed' ||
        (answered.answer === 'change' && answered.relief.worstExpected >= 1)
      ) {
        const missing = measuredLoad(weighed, minutes, rule).filter(({ isMissing }) => isMissing)
        if (missing.some((each) => !isBoundByItself(each, weighed))) hot.push(id)
      }
      return { weighed, minutes }
    })
    this.#memory = rememberHot(this.#memory, hot, now)
    if (!this.#moves) return
    await this.#move(
      world,
      hosts.map(({ minutes, ...host }) => ({
        ...host,
        demands: measuredLoad(host.weighed, minutes, rule),
      })),
      now,
    )
  }

  async #move(
    world: FleetWorld,
    hosts: readonly { weighed: WeighedHost; demands: DomainDemand[] }[],
    now: number,
  ): Promise<void> {
    const known = new Map(
      hosts.flatMap(({ weighed, demands }) =>
        demands.map((demand) => [demand.domain, { weighed, demand }] as const),
      ),
    )
    const seen = seenProblem(world, (id) => {
      const { weighed, demand } = known.get(id)!
      return demand.load * weighed.pCpus
    })
    const problem: PlacementProblem = {
      hosts: seen.hosts,
      guests: seen.guests.map((guest) => {
        const { weighed, demand } = known.get(guest.id)!
        return { ...guest, needPCpus: idlePCpusFor(demand, weighed) }
      }),
    }
    const underWay = [...world.movingGuests].map(([guest, to]) => ({
      guestId: world.fleet.guests[guest]!.id,
      toHostId: `h${to}`,
    }))
    const asked = { decided: this.#decided, underWay }
    const { left, ripe } = toDecide(problem, asked, this.#memory, MOVE_POLICY, now)
    this.#decided = left
    if (ripe.hosts.some(({ isHot }) => isHot)) await this.#find(ripe)
    this.#start(world, now)
  }

  async #find(ripe: PlacementProblem): Promise<void> {
    const started = process.hrtime.bigint()
    const found = await findMoves(ripe)
    const seconds = Number(process.hrtime.bigint() - started) / 1e9
    if (seconds > (this.slowest?.seconds ?? 0)) this.slowest = { seconds, proof: found.proof }
    this.#decided.push(...found.waves.flat())
  }

  /** One move at a time on each host. */
  #start(world: FleetWorld, now: number): void {
    const busy = world.movingHosts
    for (const move of this.#decided) {
      const hosts = [move.fromHostId!, move.toHostId]
      if (hosts.some((id) => busy.has(id))) continue
      for (const id of hosts) busy.add(id)
      make(world, [move])
      this.#memory = rememberMove(this.#memory, move, now)
    }
  }

  #keep(minute: FleetMinute, host: number): HostMinute[] {
    const own = this.#minutes[host] ?? []
    this.#minutes[host] = own
    own.push({
      startEpochSeconds: minute.minute * MINUTE_SECONDS,
      domain0CpuSeconds: minute.domain0CpuSeconds[host]!,
      domains: minute.guests[host]!.map(({ id, ...seen }) => ({ domain: id, ...seen })),
    })
    if (own.length > HISTORY_MINUTES) own.shift()
    return own
  }
}

function weighedHost(world: FleetWorld, host: number): WeighedHost {
  return {
    pCpus: world.fleet.hosts[host]!.pCpus,
    scheduler: 'credit',
    domain0Weight: 256,
    statistic: 'p95',
    domains: world.guestsOn(host).map((guest) => {
      const { id, targetSeconds, vCpus } = world.fleet.guests[guest]!
      return {
        domain: id,
        weight: world.weights[guest]!,
        targetSeconds,
        softTargetSeconds: null,
        mostPCpus: vCpus,
      }
    }),
  }
}

export { Steelyard }
