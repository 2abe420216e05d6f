import { type Observation, Sketch } from '@steelyard/traces'
import { RESPONSE_BOUNDS_SECONDS } from './response-bounds.ts'

/** What is counted of a domain. */
export interface Amounts {
  requests: number
  cpuSeconds: number
  waitSeconds: number
  responseSeconds: number
  /** Requests up to each bound and above the one before; those above all bounds come last. */
  responses: number[]
}

/** More than a sketch has bins, so that each is its own. */
const ALL_BINS = 1_000_000

export function amountsOf({ requests, cpu }: Pick<Observation, 'requests' | 'cpu'>): Amounts {
  const duration = requests?.duration ?? null
  return {
    requests: requests?.arrivals ?? 0,
    cpuSeconds: cpu?.usedSeconds ?? 0,
    waitSeconds: cpu?.runnableWaitSeconds ?? 0,
    responseSeconds: duration ? duration.count * duration.meanSeconds : 0,
    responses: responsesOf(duration?.sketch ?? ''),
  }
}

/** How much more there is now; what has become less counts as unchanged, so that counters only grow. */
export function gain(now: Amounts, before: Amounts): Amounts {
  const more = (a: number, b: number) => Math.max(0, a - b)
  return {
    requests: more(now.requests, before.requests),
    cpuSeconds: more(now.cpuSeconds, before.cpuSeconds),
    waitSeconds: more(now.waitSeconds, before.waitSeconds),
    responseSeconds: more(now.responseSeconds, before.responseSeconds),
    responses: now.responses.map((count, index) => more(count, before.responses[index]!)),
  }
}

export function sum(a: Amounts, b: Amounts): Amounts {
  return {
    requests: a.requests + b.requests,
    cpuSeconds: a.cpuSeconds + b.cpuSeconds,
    waitSeconds: a.waitSeconds + b.waitSeconds,
    responseSeconds: a.responseSeconds + b.responseSeconds,
    responses: a.responses.map((count, index) => count + b.responses[index]!),
  }
}

export const NOTHING: Amounts = amountsOf({ requests: null, cpu: null })

/** A bin of the sketch is 2 % wide, so a response time within 1 % of a bound may count beyond it. */
function responsesOf(sketch: string): number[] {
  const counts = Array<number>(RESPONSE_BOUNDS_SECONDS.length + 1).fill(0)
  for (const { fromSeconds, toSeconds, count } of Sketch.ofTexts([sketch]).distribution(ALL_BINS)) {
    const middle = (fromSeconds + toSeconds) / 2
    const index = RESPONSE_BOUNDS_SECONDS.findIndex((bound) => middle <= bound)
    counts[index === -1 ? RESPONSE_BOUNDS_SECONDS.length : index]! += count
  }
  return counts
}
