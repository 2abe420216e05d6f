import { DOMAIN_0 } from '@steelyard/analysis'
import { ESTIMATORS, exponential, type HostLoad, normal, uniform } from '@steelyard/model'
import type { Observation } from '@steelyard/traces'
import { arrivalsOf } from './arrivals.ts'
import { HOUR_SECONDS, MINUTE_SECONDS, STEP_SECONDS, STEPS_PER_MINUTE } from './clock.ts'
import type { Guest } from './families.ts'
import { isWithin } from './host-events.ts'
import { isThere, type LoadPlan } from './load-plan.ts'
import { type Activity, observe } from './observe-requests.ts'
import {
  type Beginning,
  booted,
  type DomainMinute,
  type HostMinute,
  type SimulatedHost,
  type Weights,
} from './simulated-host.ts'

/**
 * Standard deviation of the logarithm by which SDPS is off on recordings: its median error there is
 * 7 % below 70 % utilisation and 21 % from there on (research/reports/ACCURACY.md), divided by
 * 0.6745.
 */
const ERROR = { below: 0.1, busy: 0.283, busyFrom: 0.7 }
/** Of exponential times: ln 20 means. */
const P95_OVER_MEAN = Math.log(20)
/** Where SDPS has no finite time, as when more is asked of the host than it has. */
const ENDLESS_SECONDS = 100
const DOMAIN0_BACKGROUND = 0.01

/** A host on which every minute is as SDPS says, times an error that lasts for an hour. */
export class SdpsHost implements SimulatedHost {
  readonly #plan: LoadPlan
  #now: number
  #weights: Weights
  /** The newest minutes, from which observations are made once somebody looks. */
  #kept: HostMinute[] = []

  constructor(plan: LoadPlan, { fromSeconds, weights }: Beginning = booted(plan)) {
    this.#plan = plan
    this.#now = fromSeconds
    this.#weights = weights
  }

  get weights(): Weights {
    return this.#weights
  }

  setWeights(weights: Weights): void {
    this.#weights = weights
  }

  play(): HostMinute {
    const from = this.#now
    if (isWithin(this.#plan.reboots, from)) this.#weights = this.#plan.family.bootWeights
    const minute = sdpsMinute(this.#plan, this.#weights, from)
    this.#now += MINUTE_SECONDS
    this.#kept.push(minute)
    if (this.#kept.length > 240) this.#kept = this.#kept.slice(-120)
    return minute
  }

  observed(fromSeconds: number, toSeconds: number): Observation[] {
    return this.#kept
      .filter(({ startSeconds }) => startSeconds >= fromSeconds && startSeconds < toSeconds)
      .flatMap((minute) => this.#observations(minute))
  }

  #observations({ startSeconds, domains }: HostMinute): Observation[] {
    const to = startSeconds + MINUTE_SECONDS
    const guests = domains.map(({ domain, valueSeconds }): Activity => {
      const { cpuSecondsPerRequest } = guestOf(this.#plan, domain)
      const arrivalsSeconds = arrivalsOf(this.#plan, domain, startSeconds, to)
      return {
        domain,
        arrivalsSeconds,
        durationsSeconds: timesOf(arrivalsSeconds.length, valueSeconds ?? 0, startSeconds),
        cpuSeconds: cpuOf(arrivalsSeconds, startSeconds, cpuSecondsPerRequest),
      }
    })
    const used = guests.map(({ domain, arrivalsSeconds }) => {
      const { domain0CpuSecondsPerRequest } = guestOf(this.#plan, domain)
      return cpuOf(arrivalsSeconds, startSeconds, domain0CpuSecondsPerRequest)
    })
    const domain0 = Array.from(
      { length: STEPS_PER_MINUTE },
      (_, step) =>
        DOMAIN0_BACKGROUND * STEP_SECONDS + used.reduce((sum, each) => sum + each[step]!, 0),
    )
    return observe(
      [
        ...guests,
        { domain: DOMAIN_0, arrivalsSeconds: [], durationsSeconds: [], cpuSeconds: domain0 },
      ],
      startSeconds,
      to,
      this.#plan.family.pCpus,
    )
  }
}

/** What the host does in a minute under these weights, whatever was before. */
function sdpsMinute(plan: LoadPlan, weights: Weights, fromSeconds: number): HostMinute {
  const there = plan.family.guests.filter(({ name }) => isThere(plan, name, fromSeconds))
  const rates = new Map(there.map(({ name }) => [name, rateOf(plan, name, fromSeconds)]))
  const busy = there.filter(({ name }) => rates.get(name)! > 0)
  const load = loadOf(plan, busy, rates)
  const { domains } = ESTIMATORS.sdps.estimate(load, { ...weights })
  const usedOf = ({ name, cpuSecondsPerRequest }: Guest) => rates.get(name)! * cpuSecondsPerRequest
  const utilisation = busy.reduce((sum, each) => sum + usedOf(each), 0)
  const { serviceTimeSeconds, ioRequestsPerSecond } = load.domain0
  return {
    startSeconds: fromSeconds,
    domain0CpuSeconds: MINUTE_SECONDS * serviceTimeSeconds * ioRequestsPerSecond,
    domains: there.map((guest): DomainMinute => {
      const { name } = guest
      const requests = Math.round(rates.get(name)! * MINUTE_SECONDS)
      // A vCPU has no more seconds than pass.
      const cpuSeconds = MINUTE_SECONDS * Math.min(1, usedOf(guest))
      const atClients = { clientSeconds: null, meanClientSeconds: null }
      const unanswered = { valueSeconds: null, trueSeconds: null }
      const answer = domains.find((each) => each.name === name)
      if (!answer || requests === 0)
        return { domain: name, requests: 0, cpuSeconds, ...unanswered, ...atClients }
      const mean = answer.loggedTimeSeconds ?? answer.responseTimeSeconds
      const p95 = mean === null ? ENDLESS_SECONDS : mean * P95_OVER_MEAN
      const trueSeconds = Math.min(
        ENDLESS_SECONDS,
        p95 * Math.exp(lastingError(plan, name, fromSeconds, utilisation)),
      )
      const valueSeconds = trueSeconds * Math.exp(chanceOf(plan, name, fromSeconds, requests))
      return { domain: name, requests, cpuSeconds, valueSeconds, trueSeconds, ...atClients }
    }),
  }
}

function guestOf({ family }: LoadPlan, domain: string): Guest {
  return family.guests.find(({ name }) => name === domain)!
}

function rateOf({ rates }: LoadPlan, domain: string, fromSeconds: number): number {
  const step = fromSeconds / STEP_SECONDS
  const own = rates[domain]!.subarray(step, step + STEPS_PER_MINUTE)
  return own.reduce((sum, rate) => sum + rate, 0) / STEPS_PER_MINUTE
}

function loadOf(
  { family }: LoadPlan,
  busy: readonly Guest[],
  rates: ReadonlyMap<string, number>,
): HostLoad {
  const ioRequestsPerSecond = [...rates.values()].reduce((sum, rate) => sum + rate, 0)
  const background = ioRequestsPerSecond > 0 ? DOMAIN0_BACKGROUND / ioRequestsPerSecond : 0
  // The same for every guest of this family.
  const { domain0CpuSecondsPerRequest } = family.guests[0]!
  return {
    domains: busy.map(({ name, cpuSecondsPerRequest }) => ({
      name,
      arrivalRatePerSecond: rates.get(name)!,
      serviceTimeSeconds: cpuSecondsPerRequest,
      serviceTimeScv: 1,
      arrivalScv: 1,
      vCpus: 1,
    })),
    domain0: {
      serviceTimeSeconds: domain0CpuSecondsPerRequest + background,
      backgroundUtilisation: DOMAIN0_BACKGROUND,
      ioRequestsPerSecond,
      delayPerIoSeconds: 0,
    },
    pCpus: 1,
    scheduler: 'credit',
    client: 'network',
  }
}

/** The error of SDPS for one domain, anew each hour. */
function lastingError(plan: LoadPlan, domain: string, at: number, utilisation: number): number {
  const deviation = utilisation < ERROR.busyFrom ? ERROR.below : ERROR.busy
  return deviation * normal(uniform(seedOf(plan, domain, Math.floor(at / HOUR_SECONDS), 1)))
}

/** A 95th percentile of n exponential times: sqrt(0.95 / 0.05 / n) means, over ln 20 means. */
function chanceOf(plan: LoadPlan, domain: string, at: number, requests: number): number {
  return (Math.sqrt(19 / requests) / P95_OVER_MEAN) * normal(uniform(seedOf(plan, domain, at, 2)))
}

function seedOf({ family, seed }: LoadPlan, domain: string, at: number, purpose: number): number {
  const own = family.guests.findIndex(({ name }) => name === domain)
  return seed * 7_368_787 + at * 31 + own * 7 + purpose * 1_299_709
}

/** Exponential times whose 95th percentile is this. */
function timesOf(count: number, p95Seconds: number, seed: number): number[] {
  const draw = uniform(seed)
  return Array.from({ length: count }, () => (exponential(draw) * p95Seconds) / P95_OVER_MEAN)
}

function cpuOf(arrivals: readonly number[], fromSeconds: number, secondsPerRequest: number) {
  const used = Array<number>(STEPS_PER_MINUTE).fill(0)
  for (const at of arrivals)
    used[Math.floor((at - fromSeconds) / STEP_SECONDS)]! += secondsPerRequest
  // A pCPU has no more seconds than pass.
  return used.map((seconds) => Math.min(seconds, STEP_SECONDS))
}
