import { normal, uniform } from '@steelyard/model'
import { divideCpus } from '../loop/water-filling.ts'
import { type Fleet, type FleetGuest, offeredRate } from './draw-fleet.ts'

const MINUTE_SECONDS = 60
const P95_OVER_MEAN = Math.log(20)
const DOMAIN0 = { background: 0.02, secondsPerRequest: 0.0005 }
/** What copying memory takes of a host's CPUs while a move lasts. */
const MOVE_PCPUS = 0.5
const NEW_WEIGHT = 256

/** One guest in one minute, as a watch shows it. */
export interface SeenGuest {
  id: string
  requests: number
  cpuSeconds: number
  /** 95th percentile, with the noise of measuring. */
  valueSeconds: number | null
}

export interface FleetMinute {
  minute: number
  domain0CpuSeconds: readonly number[]
  /** By host. */
  guests: readonly (readonly SeenGuest[])[]
}

export interface FleetScore {
  /** Minutes of guests with a target, and those in which it was missed. */
  promised: number
  missed: number
  /** Of those missed, the ones that the guest would have missed on a host to itself. */
  unavoidable: number
  /** Minutes of hosts in which some guest missed its target. */
  hostMinutesMissed: number
  moves: number
  weightChanges: number
}

/**
 * A pool on paper, minute by minute; it shares no code with the model that decides. Within a minute
 * CPUs are divided by weight, nobody above its vCPUs or what it has to do (`divideCpus`). What a guest
 * gets while it is busy makes its time: M/M/1 in that part of the host, and what is left undone waits
 * in front of the next minute's requests. A move takes as long as its memory, and Domain-0's CPU on
 * both hosts.
 */
export class FleetWorld {
  readonly fleet: Fleet
  readonly score: FleetScore = {
    promised: 0,
    missed: 0,
    unavoidable: 0,
    hostMinutesMissed: 0,
    moves: 0,
    weightChanges: 0,
  }
  readonly hostOf: number[]
  readonly weights: number[]
  readonly #backlog: Float64Array
  readonly #draw: () => number
  #minute = 0
  #moving: { guest: number; to: number; endMinute: number }[] = []

  constructor(fleet: Fleet) {
    this.fleet = fleet
    this.hostOf = fleet.guests.map(({ firstHost }) => firstHost)
    this.weights = fleet.guests.map(() => NEW_WEIGHT)
    this.#backlog = new Float64Array(fleet.guests.length)
    this.#draw = uniform(fleet.seed + 1)
  }

  /** Guests that a move is under way of, with the host that each goes to. */
  get movingGuests(): ReadonlyMap<number, number> {
    return new Map(this.#moving.map(({ guest, to }) => [guest, to]))
  }

  /** Ids of the hosts that a move is under way from or to. */
  get movingHosts(): Set<string> {
    return new Set(this.#moving.flatMap(({ guest, to }) => [`h${this.hostOf[guest]}`, `h${to}`]))
  }

  guestsOn(host: number): number[] {
    return this.hostOf.flatMap((at, guest) => (at === host ? [guest] : []))
  }

  memoryFree(host: number): number {
    const own = this.guestsOn(host)
    const arriving = this.#moving.filter(({ to }) => to === host).map(({ guest }) => guest)
    return [...own, ...arriving].reduce(
      (left, guest) => left - this.fleet.guests[guest]!.memoryBytes,
      this.fleet.hosts[host]!.memoryBytes,
    )
  }

  setWeights(weights: ReadonlyMap<number, number>): void {
    for (const [guest, weight] of weights) this.weights[guest] = weight
    this.score.weightChanges++
  }

  /** Refused, as a real pool does, where the memory is not there or the guest is under way. */
  move(guest: number, to: number, seconds: number): void {
    const { memoryBytes } = this.fleet.guests[guest]!
    if (this.movingGuests.has(guest) || this.memoryFree(to) < memoryBytes) return
    const endMinute = this.#minute + Math.max(1, Math.ceil(seconds / MINUTE_SECONDS))
    this.#moving.push({ guest, to, endMinute })
    this.score.moves++
  }

  play(): FleetMinute {
    const minute = this.#minute++
    for (const { guest, to } of this.#moving.filter(({ endMinute }) => endMinute <= minute)) {
      this.hostOf[guest] = to
      const there = this.guestsOn(to).filter((each) => each !== guest)
      const sum = there.reduce((total, each) => total + this.weights[each]!, 0)
      this.weights[guest] = there.length === 0 ? NEW_WEIGHT : Math.round(sum / there.length)
    }
    this.#moving = this.#moving.filter(({ endMinute }) => endMinute > minute)
    // Drawn in the order of guests, so that every contender meets the same load.
    const drawn = this.fleet.guests.map((each) => this.#drawMinute(each, minute))
    const members = this.fleet.hosts.map((): number[] => [])
    for (const [guest, host] of this.hostOf.entries()) members[host]!.push(guest)
    const played = members.map((guests, host) => this.#playHost(host, guests, drawn))
    return {
      minute,
      domain0CpuSeconds: played.map(({ domain0 }) => domain0 * MINUTE_SECONDS),
      guests: played.map(({ seen }) => seen),
    }
  }

  #drawMinute(guest: FleetGuest, minute: number) {
    const expected = offeredRate(guest, minute) * MINUTE_SECONDS
    const requests = Math.max(0, Math.round(expected + Math.sqrt(expected) * normal(this.#draw)))
    return { requests, noise: Math.exp(0.1 * normal(this.#draw)) }
  }

  #playHost(
    host: number,
    guests: readonly number[],
    drawn: readonly { requests: number; noise: number }[],
  ): { domain0: number; seen: SeenGuest[] } {
    const { pCpus } = this.fleet.hosts[host]!
    const requests = guests.reduce((sum, guest) => sum + drawn[guest]!.requests, 0)
    const moves = this.#moving.filter(
      ({ guest, to }) => to === host || this.hostOf[guest] === host,
    ).length
    const domain0 = Math.min(
      pCpus / 2,
      DOMAIN0.background +
        (requests / MINUTE_SECONDS) * DOMAIN0.secondsPerRequest +
        MOVE_PCPUS * moves,
    )
    const cpus = pCpus - domain0
    const own = guests.map((guest) => this.fleet.guests[guest]!)
    const weights = guests.map((guest) => this.weights[guest]!)
    const wanting = guests.map(() => true)
    const asked = guests.map((guest, index) => {
      const work = drawn[guest]!.requests * own[index]!.cpuSecondsPerRequest
      return (work + this.#backlog[guest]!) / MINUTE_SECONDS
    })
    const most = asked.map((each, index) => Math.min(each, own[index]!.vCpus))
    const served = divideCpus(cpus, wanting, weights, most)
    const all = served.reduce((sum, each) => sum + each, 0)
    let isMissed = false
    const seen = guests.map((guest, index): SeenGuest => {
      const { vCpus, cpuSecondsPerRequest: x, targetSeconds, id } = own[index]!
      const { requests: count, noise } = drawn[guest]!
      const left = cpus - (all - served[index]!)
      const busyRate =
        left >= vCpus ? vCpus : divideCpus(cpus, wanting, weights, most.with(index, vCpus))[index]!
      const before = this.#backlog[guest]!
      this.#backlog[guest] = Math.max(0, (asked[index]! - served[index]!) * MINUTE_SECONDS)
      const rho = (count / MINUTE_SECONDS) * x
      const waits = before / busyRate
      const p95 = P95_OVER_MEAN * meanTime(x, rho, busyRate) + waits
      if (targetSeconds !== null && count > 0) {
        this.score.promised++
        if (p95 > targetSeconds) {
          this.score.missed++
          if (P95_OVER_MEAN * meanTime(x, rho, vCpus) > targetSeconds) this.score.unavoidable++
          isMissed = true
        }
      }
      return {
        id,
        requests: count,
        cpuSeconds: served[index]! * MINUTE_SECONDS,
        valueSeconds: count > 0 ? p95 * noise : null,
      }
    })
    if (isMissed) this.score.hostMinutesMissed++
    return { domain0, seen }
  }
}

/**
 * Of a request that needs x seconds of a CPU, where its guest gets `rate` CPUs while it is busy: at
 * most one of them serves a request, and the others' requests wait as in M/M/1 of that rate.
 */
function meanTime(x: number, rho: number, rate: number): number {
  const free = Math.max(rate - rho, 0.02 * rate)
  return x / Math.min(1, rate) + (x * rho) / (rate * free)
}
