import { DOMAIN_0 } from '@steelyard/analysis'
import { simulate, type TwinConfig, twinOfHost, type WindowResult } from '@steelyard/simulator'
import { mergeObservations, type Observation } from '@steelyard/traces'
import { percentile95Of } from '../lib/percentile-95.ts'
import { arrivalsOf } from './arrivals.ts'
import { HOUR_SECONDS, MINUTE_SECONDS, STEP_SECONDS } from './clock.ts'
import { durationsLike } from './durations-like.ts'
import { isWithin } from './host-events.ts'
import { isThere, type LoadPlan } from './load-plan.ts'
import { type Activity, observe } from './observe-requests.ts'
import {
  type Beginning,
  booted,
  type HostMinute,
  type SimulatedHost,
  type Weights,
} from './simulated-host.ts'

/** Each hour begins with the requests of the minutes before it, so that queues do not begin empty. */
const WARMUP_SECONDS = 600
/** So long after its end the answers to an hour's requests are still awaited. */
const DRAIN_SECONDS = 60
/** Of ten-second windows; the longest look-back of the default policy is half an hour. */
const KEPT_SECONDS = 2 * HOUR_SECONDS

/**
 * The product's simulation of Xen's scheduler as the host. It is played hour by hour; when weights
 * change, the hour is played again with the change, which leaves what was before as it was.
 */
export class TwinHost implements SimulatedHost {
  readonly #plan: LoadPlan
  #now: number
  readonly #inForce: { fromSeconds: number; weights: Weights }[]
  #hour: { fromSeconds: number; windows: readonly WindowResult[] } | null = null
  #observations: Observation[] = []

  constructor(plan: LoadPlan, { fromSeconds, weights }: Beginning = booted(plan)) {
    this.#plan = plan
    this.#now = fromSeconds
    this.#inForce = [{ fromSeconds: Number.NEGATIVE_INFINITY, weights }]
  }

  get weights(): Weights {
    return this.#inForce.at(-1)!.weights
  }

  setWeights(weights: Weights): void {
    this.#inForce.push({ fromSeconds: this.#now, weights })
    // Without a change the rest of the hour is what it was; a new hour is played when it begins.
    if (this.#hour && this.#now < this.#hour.fromSeconds + HOUR_SECONDS) this.#hour = null
  }

  play(): HostMinute {
    const from = this.#now
    const to = from + MINUTE_SECONDS
    const { family, reboots } = this.#plan
    if (isWithin(reboots, from) && this.weights !== family.bootWeights) {
      this.setWeights(family.bootWeights)
    }
    const windows = this.#windowsOf(from)
    const there = family.guests.filter(({ name }) => isThere(this.#plan, name, from))
    const activities = [DOMAIN_0, ...there.map(({ name }) => name)].map((domain) =>
      this.#activity(domain, windows, from),
    )
    const observations = observe(activities, from, to, family.pCpus)
    this.#keep(observations)
    this.#now = to
    const [domain0, ...guests] = activities
    return {
      startSeconds: from,
      domains: guests.map((each) => ({
        ...minuteOf(each, observations, from),
        ...this.#clientsOf(each.domain, windows, from),
      })),
      domain0CpuSeconds: sumOf(domain0!.cpuSeconds),
    }
  }

  observed(fromSeconds: number, toSeconds: number): Observation[] {
    return this.#observations.filter(
      ({ windowStartEpochSeconds: at }) => at >= fromSeconds && at < toSeconds,
    )
  }

  #keep(observations: readonly Observation[]): void {
    const oldest = this.#now - KEPT_SECONDS
    this.#observations.push(...observations)
    if (
      this.#observations[0] &&
      this.#observations[0].windowStartEpochSeconds < oldest - HOUR_SECONDS
    ) {
      this.#observations = this.#observations.filter(
        ({ windowStartEpochSeconds: at }) => at >= oldest,
      )
    }
  }

  /** The six windows of a minute. */
  #windowsOf(fromSeconds: number): readonly WindowResult[] {
    const hour = Math.floor(fromSeconds / HOUR_SECONDS) * HOUR_SECONDS
    if (this.#hour?.fromSeconds !== hour) {
      this.#hour = { fromSeconds: hour, windows: playHour(this.#plan, this.#inForce, hour) }
    }
    const first = (fromSeconds - hour) / STEP_SECONDS
    return this.#hour.windows.slice(first, first + MINUTE_SECONDS / STEP_SECONDS)
  }

  #activity(domain: string, windows: readonly WindowResult[], fromSeconds: number): Activity {
    const results = windows.map((each) => resultOf(each, domain))
    const cpuSeconds = results.map(({ stateSeconds }) => stateSeconds.running)
    if (domain === DOMAIN_0)
      return { domain, arrivalsSeconds: [], durationsSeconds: [], cpuSeconds }
    const steps = results.map(({ requests }, index) => {
      const from = fromSeconds + index * STEP_SECONDS
      const arrivals = arrivalsOf(this.#plan, domain, from, from + STEP_SECONDS)
      const durations = durationsLike(requests?.loggedTime, arrivals.length, from)
      return { arrivals, durations }
    })
    return {
      domain,
      arrivalsSeconds: steps.flatMap(({ arrivals }) => arrivals),
      durationsSeconds: steps.flatMap(({ durations }) => durations),
      cpuSeconds,
    }
  }

  /** What the clients saw of the requests that arrived in a minute. */
  #clientsOf(domain: string, windows: readonly WindowResult[], fromSeconds: number) {
    const seconds = windows.flatMap((window, index) => {
      const from = fromSeconds + index * STEP_SECONDS
      const { length } = arrivalsOf(this.#plan, domain, from, from + STEP_SECONDS)
      return durationsLike(resultOf(window, domain).requests?.responseTime, length, from)
    })
    return {
      clientSeconds: percentile95Of(seconds),
      meanClientSeconds: seconds.length === 0 ? null : sumOf(seconds) / seconds.length,
    }
  }
}

function resultOf({ domains }: WindowResult, domain: string) {
  return domains.find(({ name }) => name === domain)!
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** An hour in windows of ten seconds, under the weights that are in force in it. */
function playHour(
  plan: LoadPlan,
  inForce: readonly { fromSeconds: number; weights: Weights }[],
  fromSeconds: number,
): readonly WindowResult[] {
  const zero = fromSeconds - WARMUP_SECONDS
  const atZero = inForce.findLast((each) => each.fromSeconds <= zero) ?? inForce[0]!
  const changes = inForce
    .filter((each) => each.fromSeconds > zero && each.fromSeconds < fromSeconds + HOUR_SECONDS)
    .flatMap(({ fromSeconds: at, weights }) =>
      Object.entries(weights).map(([domain, weight]) => ({ atSeconds: at - zero, domain, weight })),
    )
  const config = configOf(plan, atZero.weights, zero, fromSeconds + HOUR_SECONDS)
  return simulate(
    { ...config, changes },
    {
      seed: plan.seed,
      warmupSeconds: WARMUP_SECONDS,
      horizonSeconds: WARMUP_SECONDS + HOUR_SECONDS,
      drainSeconds: DRAIN_SECONDS,
      boundariesSeconds: Array.from(
        { length: HOUR_SECONDS / STEP_SECONDS - 1 },
        (_, step) => WARMUP_SECONDS + (step + 1) * STEP_SECONDS,
      ),
    },
  ).windows
}

function configOf(plan: LoadPlan, weights: Weights, zero: number, toSeconds: number): TwinConfig {
  const { pCpus, scheduler, guests } = plan.family
  return twinOfHost({
    pCpus,
    scheduler: { name: scheduler },
    connections: 'kept-open',
    domain0: {
      weight: weights[DOMAIN_0]!,
      cpuSecondsPerRequest: domain0SecondsOf(plan),
      background: { utilisation: 0.01 },
    },
    guests: guests.map(({ name, cpuSecondsPerRequest, capPercent = 0 }) => ({
      name,
      weight: weights[name]!,
      cap: capPercent,
      cpuSecondsPerRequest,
      demandSpread: 1,
      arrivals: {
        kind: 'times',
        clockUncertaintySeconds: 0,
        seconds: arrivalsOf(plan, name, Math.max(0, zero), toSeconds).map((at) => at - zero),
      },
    })),
  })
}

/** The twin's Domain-0 has the same work for each request, so no family has guests that differ. */
function domain0SecondsOf({ family }: LoadPlan): number {
  const [first, ...others] = family.guests.map((each) => each.domain0CpuSecondsPerRequest)
  if (others.some((each) => each !== first))
    throw new Error(`The guests of ${family.id} differ in what they ask of Domain-0.`)
  return first!
}

function minuteOf(
  { domain, arrivalsSeconds, cpuSeconds }: Activity,
  observations: readonly Observation[],
  from: number,
) {
  const own = observations.filter((each) => each.domain === domain)
  const minute = { windowStartEpochSeconds: from, windowSeconds: MINUTE_SECONDS }
  const { requests } = mergeObservations(own, minute)
  const valueSeconds = requests?.duration?.p95Seconds ?? null
  return {
    domain,
    requests: arrivalsSeconds.length,
    valueSeconds,
    trueSeconds: valueSeconds,
    cpuSeconds: sumOf(cpuSeconds),
  }
}
