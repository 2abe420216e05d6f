import type { LoggedRequest, TracedSchedule } from '@steelyard/traces'
import { DOMAIN_0 } from '../recorded/recorded-host.ts'
import { type Stretch, stretchesOf } from './stretches.ts'

/**
 * What a request can spend time on. `runs`: its guest computes for it. `queues`: its guest computes
 * for others of its requests. `waits`: its guest is ready to run, and `domain` has the pCPU, or nobody
 * if that is null. `parked`: its guest has used up its cap. `domain-0`: its guest sleeps and Domain-0
 * runs. `sleeps`: neither runs.
 */
export interface TimePart {
  kind: (typeof ALWAYS)[number] | 'waits'
  domain: string | null
}

/** The parts that do not depend on the domains, which come after them. */
const ALWAYS = ['runs', 'queues', 'parked', 'domain-0', 'sleeps'] as const
const [RUNS, QUEUES, PARKED, FOR_DOMAIN_0, SLEEPS] = [...ALWAYS.keys()] as [
  number,
  number,
  number,
  number,
  number,
]
const FIRST_WAIT = ALWAYS.length

/** What the requests of one guest spent their time on. */
export interface SpentTime {
  parts: readonly TimePart[]
  /** Those that were traced from start to end, in the order of their start. */
  requests: readonly LoggedRequest[]
  /** Requests that began before the part, ended after it, or were in flight while records were lost. */
  cutOff: number
  /** Seconds by request and part; those of a request sum to the time that was logged of it. */
  seconds: readonly Float64Array[]
}

/**
 * Divides the logged time of each request among what its guest did meanwhile. Requests that are in
 * flight at once are taken to share what runs of their guest equally, as processor sharing does; the
 * trace does not show which of them is served. While several vCPUs of the guest are awake, a request
 * is taken to be on each of them alike. A wait is divided equally among the pCPUs, because the trace
 * does not show in which queue a vCPU stands. This division is ours.
 *
 * @param requests of the guest that were in flight at some time in the part, in the order of their start
 */
export function spentTime(
  schedule: TracedSchedule,
  guest: string,
  requests: readonly LoggedRequest[],
): SpentTime {
  const account = new Account(schedule, schedule.domains.indexOf(guest))
  const whole = tracedWhole(schedule, requests)
  const difference = new SpentBetween(account.spent, whole)
  for (const stretch of stretchesOf(schedule, account.guest, requests)) {
    difference.reach(stretch.fromSeconds)
    account.add(stretch)
  }
  difference.reach(schedule.toSeconds)
  return {
    parts: account.parts,
    requests: whole,
    cutOff: requests.length - whole.length,
    seconds: difference.seconds,
  }
}

function tracedWhole(
  { fromSeconds, toSeconds, gaps }: TracedSchedule,
  requests: readonly LoggedRequest[],
): LoggedRequest[] {
  let gap = 0
  return requests.filter(({ startSeconds, endSeconds }) => {
    while (gap < gaps.length && gaps[gap]!.toSeconds <= startSeconds) gap++
    const until = gaps[gap]?.fromSeconds ?? toSeconds
    return startSeconds >= fromSeconds && endSeconds <= until
  })
}

/** The time that a request would have spent on each part, had it been in flight all the time. */
class Account {
  readonly guest: number
  readonly parts: readonly TimePart[]
  readonly spent: Float64Array
  readonly #pCpus: number
  readonly #domain0: number

  constructor({ domains, pCpus }: TracedSchedule, guest: number) {
    this.guest = guest
    this.#pCpus = pCpus
    this.#domain0 = domains.indexOf(DOMAIN_0)
    this.parts = [
      ...ALWAYS.map((kind) => ({ kind, domain: null })),
      ...[...domains, null].map((domain) => ({ kind: 'waits' as const, domain })),
    ]
    this.spent = new Float64Array(this.parts.length)
  }

  add(stretch: Stretch): void {
    const { running, ready, parked, inFlight } = stretch
    if (inFlight === 0) return
    const seconds = stretch.toSeconds - stretch.fromSeconds
    const ran = running[this.guest]!
    const awake = ran + ready + parked
    if (awake === 0) {
      this.spent[running[this.#domain0] ? FOR_DOMAIN_0 : SLEEPS]! += seconds
      return
    }
    const each = seconds / awake
    const own = ran * each * Math.min(1, awake / inFlight)
    this.spent[RUNS]! += own
    this.spent[QUEUES]! += ran * each - own
    this.spent[PARKED]! += parked * each
    if (ready > 0) this.#wait(running, ready * each)
  }

  #wait(running: Int32Array, seconds: number): void {
    let idle = this.#pCpus
    for (let domain = 0; domain < running.length; domain++) {
      const vCpus = running[domain]!
      this.spent[FIRST_WAIT + domain]! += (vCpus / this.#pCpus) * seconds
      idle -= vCpus
    }
    this.spent[FIRST_WAIT + running.length]! += (Math.max(0, idle) / this.#pCpus) * seconds
  }
}

/** What running totals grow by between the start and the end of each request. */
class SpentBetween {
  /** By request, in the order of their start. */
  readonly seconds: Float64Array[] = []
  readonly #totals: Float64Array
  readonly #requests: readonly LoggedRequest[]
  readonly #byEnd: readonly number[]
  #ended = 0

  constructor(totals: Float64Array, requests: readonly LoggedRequest[]) {
    this.#totals = totals
    this.#requests = requests
    const endOf = (i: number) => requests[i]!.endSeconds
    this.#byEnd = [...requests.keys()].sort((a, b) => endOf(a) - endOf(b))
  }

  /** Call with the totals as they are at this time, at least whenever a request begins or ends. */
  reach(time: number): void {
    while ((this.#requests[this.seconds.length]?.startSeconds ?? Number.NaN) <= time)
      this.seconds.push(this.#totals.slice())
    for (; this.#ended < this.#byEnd.length; this.#ended++) {
      const number = this.#byEnd[this.#ended]!
      if (this.#requests[number]!.endSeconds > time) return
      const atStart = this.seconds[number]!
      this.seconds[number] = this.#totals.map((total, part) => total - atStart[part]!)
    }
  }
}
