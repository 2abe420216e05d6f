import { type LoggedRequest, type TracedSchedule, TraceError } from '@steelyard/traces'
import { DOMAIN_0 } from '../recorded/recorded-host.ts'
import { type SteadyStretch, stretchesOf } from './stretches.ts'

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
  /**
   * Seconds by request and part, all parts of the first request first; those of a request sum to the
   * time that was logged of it.
   */
  seconds: Float64Array
}

/** 128 MB: a quarter of what a thread that reads part of a trace should take in all. */
export const MOST_SPENT_NUMBERS = 16_000_000

/**
 * Divides the logged time of each request among what its guest did meanwhile. Requests that are in
 * flight at once are taken to share what runs of their guest equally, as processor sharing does; the
 * trace does not show which of them is served. While several vCPUs of the guest are awake, a request
 * is taken to be on each of them alike. A wait is divided equally among the pCPUs, because the trace
 * does not show in which queue a vCPU stands. This division is ours.
 *
 * Takes a time that grows with the changes in the schedule and with the numbers in the result.
 *
 * @param requests of the guest that were in flight at some time in the part, in the order of their start
 * @param most how many numbers there may be, requests times parts
 * @throws TraceError `too-much-traced`
 */
export function spentTime(
  schedule: TracedSchedule,
  guest: string,
  requests: readonly LoggedRequest[],
  most = MOST_SPENT_NUMBERS,
): SpentTime {
  const account = new Account(schedule, schedule.domains.indexOf(guest))
  const whole = tracedWhole(schedule, requests)
  if (whole.length * account.parts.length > most) throw tooMuch(guest)
  const difference = new SpentBetween(account, whole)
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

/** What one request spent on each part, seconds. */
export function secondsOf({ parts, seconds }: SpentTime, request: number): Float64Array {
  return seconds.subarray(request * parts.length, (request + 1) * parts.length)
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
  readonly #spent: Float64Array
  readonly #pCpus: number
  readonly #domain0: number
  /** Seconds of waiting until now, divided among the pCPUs. */
  #waited = 0
  /** By domain, how many of its vCPUs run, and `#waited` when that was last written down. */
  readonly #running: Int32Array
  readonly #waitedThen: Float64Array
  #idle: number

  constructor({ domains, pCpus }: TracedSchedule, guest: number) {
    this.guest = guest
    this.#pCpus = pCpus
    this.#idle = pCpus
    this.#domain0 = domains.indexOf(DOMAIN_0)
    this.#running = new Int32Array(domains.length)
    this.#waitedThen = new Float64Array(domains.length)
    this.parts = [
      ...ALWAYS.map((kind) => ({ kind, domain: null })),
      ...[...domains, null].map((domain) => ({ kind: 'waits' as const, domain })),
    ]
    this.#spent = new Float64Array(this.parts.length)
  }

  add(stretch: SteadyStretch): void {
    const { running, changed, ready, parked, inFlight } = stretch
    for (const domain of changed) this.#change(domain, running[domain]!)
    const seconds = stretch.toSeconds - stretch.fromSeconds
    const ran = running[this.guest]!
    const awake = ran + ready + parked
    if (awake === 0) {
      this.#spent[running[this.#domain0] ? FOR_DOMAIN_0 : SLEEPS]! += seconds
      return
    }
    const each = seconds / awake
    const own = ran * each * Math.min(1, awake / inFlight)
    this.#spent[RUNS]! += own
    this.#spent[QUEUES]! += ran * each - own
    this.#spent[PARKED]! += parked * each
    const waited = (ready * each) / this.#pCpus
    this.#waited += waited
    this.#spent[FIRST_WAIT + running.length]! += Math.max(0, this.#idle) * waited
  }

  /** By part, until now. */
  spent(): Float64Array {
    for (let domain = 0; domain < this.#running.length; domain++) this.#settle(domain)
    return this.#spent
  }

  #change(domain: number, running: number): void {
    this.#settle(domain)
    this.#idle += this.#running[domain]! - running
    this.#running[domain] = running
  }

  /** A wait is written down only when it matters: a change then costs the same with any number of domains. */
  #settle(domain: number): void {
    const waited = this.#waited - this.#waitedThen[domain]!
    this.#spent[FIRST_WAIT + domain]! += this.#running[domain]! * waited
    this.#waitedThen[domain] = this.#waited
  }
}

/** What running totals grow by between the start and the end of each request. */
class SpentBetween {
  /** By request, in the order of their start, and part. While one is in flight, as it was at its start. */
  readonly seconds: Float64Array
  readonly #account: Account
  readonly #requests: readonly LoggedRequest[]
  readonly #byEnd: Uint32Array
  #started = 0
  #ended = 0

  constructor(account: Account, requests: readonly LoggedRequest[]) {
    this.#account = account
    this.#requests = requests
    this.seconds = new Float64Array(requests.length * account.parts.length)
    const endOf = (i: number) => requests[i]!.endSeconds
    this.#byEnd = Uint32Array.from(requests.keys()).sort((a, b) => endOf(a) - endOf(b))
  }

  /** Call with the totals as they are at this time, at least whenever a request begins or ends. */
  reach(time: number): void {
    const { length } = this.#account.parts
    for (; (this.#requests[this.#started]?.startSeconds ?? Number.NaN) <= time; this.#started++)
      this.seconds.set(this.#account.spent(), this.#started * length)
    for (; this.#ended < this.#byEnd.length; this.#ended++) {
      const number = this.#byEnd[this.#ended]!
      if (this.#requests[number]!.endSeconds > time) return
      const spent = this.#account.spent()
      for (let part = 0; part < length; part++)
        this.seconds[number * length + part] = spent[part]! - this.seconds[number * length + part]!
    }
  }
}

function tooMuch(guest: string): TraceError {
  return new TraceError(
    'too-much-traced',
    `Too many requests of ${guest} came in this part of the trace, for as many guests as it has.`,
    { fix: 'Ask for a shorter part.' },
  )
}
