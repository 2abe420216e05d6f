import { DOMAIN_0, type DomainArrivals } from '@steelyard/analysis'
import { simulate, type TwinConfig, twinOfHost, type WindowResult } from '@steelyard/simulator'
import { mergeObservations, type Observation } from '@steelyard/traces'
import { arrivalsOf } from './arrivals.ts'
import { HOUR_SECONDS, MINUTE_SECONDS, STEP_SECONDS } from './clock.ts'
import { isWithin } from './host-events.ts'
import { BOOT_WEIGHTS, DOMAIN0_SECONDS, GUESTS, type LoadPlan } from './load-plan.ts'
import { loggedDurations } from './logged-durations.ts'
import { type Activity, observe } from './observe-requests.ts'
import {
  type Beginning,
  BOOTED,
  type DomainMinute,
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

  constructor(plan: LoadPlan, { fromSeconds, weights }: Beginning = BOOTED) {
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
    if (isWithin(this.#plan.reboots, from) && this.weights !== BOOT_WEIGHTS) {
      this.setWeights(BOOT_WEIGHTS)
    }
    const activities = this.#windowsOf(from).map((each) => this.#activity(each, from))
    const observations = observe(
      activities.filter(({ domain }) => this.#isThere(domain, from)),
      from,
      to,
    )
    this.#keep(observations)
    this.#now = to
    const domains = GUESTS.filter(({ name }) => this.#isThere(name, from)).map(({ name }) =>
      minuteOf(name, observations, from),
    )
    return { startSeconds: from, domains }
  }

  observed(fromSeconds: number, toSeconds: number): Observation[] {
    return this.#observations.filter(
      ({ windowStartEpochSeconds: at }) => at >= fromSeconds && at < toSeconds,
    )
  }

  arrivals(fromSeconds: number, toSeconds: number): DomainArrivals[] {
    return GUESTS.map(({ name }) => ({
      domain: name,
      startEpochSeconds: fromSeconds,
      offsetsSeconds: Float64Array.from(
        arrivalsOf(this.#plan, name, fromSeconds, toSeconds),
        (at) => at - fromSeconds,
      ),
      resolution: 'microsecond' as const,
    }))
  }

  #isThere(domain: string, atSeconds: number): boolean {
    return domain !== 'vm3' || !isWithin(this.#plan.absences, atSeconds)
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

  /** The six windows of a minute, by domain. */
  #windowsOf(fromSeconds: number): { domain: string; windows: WindowResult[] }[] {
    const hour = Math.floor(fromSeconds / HOUR_SECONDS) * HOUR_SECONDS
    if (this.#hour?.fromSeconds !== hour) {
      this.#hour = { fromSeconds: hour, windows: playHour(this.#plan, this.#inForce, hour) }
    }
    const first = (fromSeconds - hour) / STEP_SECONDS
    const windows = this.#hour.windows.slice(first, first + MINUTE_SECONDS / STEP_SECONDS)
    return [DOMAIN_0, ...GUESTS.map(({ name }) => name)].map((domain) => ({ domain, windows }))
  }

  #activity(
    { domain, windows }: { domain: string; windows: readonly WindowResult[] },
    fromSeconds: number,
  ): Activity {
    const results = windows.map((each) => each.domains.find(({ name }) => name === domain)!)
    const cpuSeconds = results.map(({ stateSeconds }) => stateSeconds.running)
    if (domain === DOMAIN_0)
      return { domain, arrivalsSeconds: [], durationsSeconds: [], cpuSeconds }
    const steps = results.map(({ requests }, index) => {
      const from = fromSeconds + index * STEP_SECONDS
      const arrivals = arrivalsOf(this.#plan, domain, from, from + STEP_SECONDS)
      return { arrivals, durations: loggedDurations(requests, arrivals.length, from) }
    })
    return {
      domain,
      arrivalsSeconds: steps.flatMap(({ arrivals }) => arrivals),
      durationsSeconds: steps.flatMap(({ durations }) => durations),
      cpuSeconds,
    }
  }
}

/** An hour in windows of ten seconds, under the weights that are in force in it. */
export function playHour(
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
  return twinOfHost({
    pCpus: 1,
    scheduler: { name: 'credit' },
    connections: 'kept-open',
    domain0: {
      weight: weights[DOMAIN_0]!,
      cpuSecondsPerRequest: DOMAIN0_SECONDS,
      background: { utilisation: 0.01 },
    },
    guests: GUESTS.map(({ name, cpuSecondsPerRequest }) => ({
      name,
      weight: weights[name]!,
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

function minuteOf(
  domain: string,
  observations: readonly Observation[],
  from: number,
): DomainMinute {
  const own = observations.filter((each) => each.domain === domain)
  const minute = { windowStartEpochSeconds: from, windowSeconds: MINUTE_SECONDS }
  const { requests } = mergeObservations(own, minute)
  const valueSeconds = requests?.duration?.p95Seconds ?? null
  return { domain, requests: requests?.arrivals ?? 0, valueSeconds, trueSeconds: valueSeconds }
}
