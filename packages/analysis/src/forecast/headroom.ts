import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AnalysedHost } from '../prediction/analysed-host.ts'
import type { Prediction } from '../prediction/prediction.ts'

/** How much more load a domain can take when the rest of the question stays the same. */
export interface Headroom {
  domain: string
  /**
   * Null when the target holds up to the highest factor tried; the lowest factor when it is missed
   * even there.
   */
  breaksAtFactor: number | null
  /**
   * Where a target breaks if times are at the upper end of their interval, and if they are at the
   * lower end, where null is beyond all factors tried. Null where no target breaks.
   */
  breaksBetween: { lowFactor: number; highFactor: number | null } | null
  limit: 'target' | 'saturation' | null
  points: HeadroomPoint[]
}

interface HeadroomPoint extends Prediction {
  loadFactor: number
}

/** The range of load factors that the search covers. */
const LOWEST = 0.05
const HIGHEST = 5

/**
 * Limits the number of estimates, because each one costs domains^3. Each is a point on every
 * domain's curve.
 */
function affordable(domains: number): Effort {
  const samples = Math.max(24, Math.min(60, Math.round(480 / domains)))
  return { samples, evenSteps: Math.round(samples * 0.4) }
}

/** Steps in the search for saturation; saturated hosts cost next to nothing to estimate. */
const SATURATION_STEPS = 9

/** Multiplies the highest factor with an answer to one without; more than the last step of the search. */
const JUST_BEYOND = 1.01

/** A limit is precise enough when it lies between two factors this close together. */
const CLOSE_ENOUGH = 0.002

/** How many loads are tried, and how many of these evenly. */
interface Effort {
  samples: number
  evenSteps: number
}

/** Response times at one load factor. Null when the queue grows without bound. */
type Times = ReadonlyMap<string, Prediction | null>

interface Sample {
  loadFactor: number
  times: Times
}

interface HeadroomSearch {
  limits: readonly Limit[]
  timesAt(loadFactor: number): Times | Promise<Times>
  /** Where a load costs more than a formula. */
  effort?: Effort
  /** The highest factor with an answer, where it is known. */
  top?: number
}

export interface Limit {
  domain: string
  targetSeconds: number | null
}

/**
 * Finds how much more load each domain can take before its target is missed or its queue grows
 * without bound. The search first finds the saturation point, then samples evenly up to it, then
 * closes in on the limits. It requires that response times do not fall with the load. The event
 * loop gets a turn before each estimate.
 */
export async function findHeadroom({
  limits,
  timesAt,
  effort,
  top: knownTop,
}: HeadroomSearch): Promise<Headroom[]> {
  const samples: Sample[] = []
  const sample = async (loadFactor: number): Promise<Sample> => {
    await nextTurn()
    const taken = { loadFactor, times: await timesAt(loadFactor) }
    const behind = samples.findIndex((other) => other.loadFactor > loadFactor)
    samples.splice(behind < 0 ? samples.length : behind, 0, taken)
    return taken
  }
  const top = knownTop ?? (await saturationFactor(sample))
  const most = effort ?? affordable(limits.length)
  if (knownTop) await sample(Math.min(HIGHEST, knownTop * JUST_BEYOND))
  await sample(1) // where the prediction is that of the analysis
  for (let step = 0; step < most.evenSteps; step++) {
    await sample(LOWEST + ((top - LOWEST) * (step + 0.5)) / most.evenSteps)
  }
  while (samples.length < most.samples) {
    const open = limits
      .flatMap((limit) => breakOf(samples, limit) ?? [])
      .filter(({ low }) => low !== null)
      .map(({ low, high }) => ({ from: low!.loadFactor, to: high.loadFactor }))
      .sort((a, b) => b.to / b.from - a.to / a.from)[0]
    if (!open || open.to <= open.from * (1 + CLOSE_ENOUGH)) break
    await sample((open.from + open.to) / 2)
  }
  return limits.map((limit) => headroomOf(samples, limit))
}

/** The domains with requests, each with its target. */
export function limitsOf({ known, domains }: AnalysedHost): Limit[] {
  return known.load.domains
    .filter(({ arrivalRatePerSecond }) => arrivalRatePerSecond > 0)
    .map(({ name }) => ({
      domain: name,
      targetSeconds: domains.find((each) => each.name === name)?.targetSeconds ?? null,
    }))
}

/** The domain that breaks first before the others. */
export function leastFirst(headroom: readonly Headroom[]): Headroom[] {
  const factorOf = ({ breaksAtFactor }: Headroom) => breaksAtFactor ?? Number.POSITIVE_INFINITY
  return headroom.toSorted((a, b) => factorOf(a) - factorOf(b))
}

/** Approximately the highest factor at which any domain has a finite answer. */
async function saturationFactor(sample: (loadFactor: number) => Promise<Sample>): Promise<number> {
  const answers = async (loadFactor: number) =>
    [...(await sample(loadFactor)).times.values()].some((time) => time !== null)
  if (!(await answers(LOWEST))) return LOWEST
  if (await answers(HIGHEST)) return HIGHEST
  let [low, high] = [LOWEST, HIGHEST]
  for (let step = 0; step < SATURATION_STEPS; step++) {
    const middle = (low + high) / 2
    if (await answers(middle)) low = middle
    else high = middle
  }
  return low
}

type End = 'seconds' | 'lowSeconds' | 'highSeconds'

/**
 * The neighbouring samples between which a domain's limit lies; no `low` when it is exceeded from
 * the start.
 */
function breakOf(
  samples: readonly Sample[],
  { domain, targetSeconds }: Limit,
  end: End = 'seconds',
): { low: Sample | null; high: Sample } | null {
  const first = samples.findIndex(({ times }) => {
    const time = times.get(domain)?.[end] ?? null
    return time === null || (targetSeconds !== null && time > targetSeconds)
  })
  return first < 0 ? null : { low: samples[first - 1] ?? null, high: samples[first]! }
}

function headroomOf(samples: readonly Sample[], limit: Limit): Headroom {
  const { domain, targetSeconds } = limit
  const points = samples.flatMap(({ loadFactor, times }) => {
    const prediction = times.get(domain)
    return prediction ? [{ loadFactor, ...prediction }] : []
  })
  const broken = breakOf(samples, limit)
  const none = { domain, breaksAtFactor: null, breaksBetween: null, limit: null, points }
  if (!broken) return none
  const { low, high } = broken
  if (targetSeconds === null || !high.times.get(domain)) {
    const breaksAtFactor = low ? (low.loadFactor + high.loadFactor) / 2 : high.loadFactor
    return { ...none, breaksAtFactor, limit: 'saturation' }
  }
  return {
    ...none,
    breaksAtFactor: crossing(samples, limit, 'seconds'),
    breaksBetween: {
      lowFactor: crossing(samples, limit, 'highSeconds')!,
      highFactor: crossing(samples, limit, 'lowSeconds'),
    },
    limit: 'target',
  }
}

/** The factor at which one end of the interval crosses the target, between two samples on a line. */
function crossing(samples: readonly Sample[], limit: Limit, end: End): number | null {
  const { domain, targetSeconds } = limit
  const broken = breakOf(samples, limit, end)
  if (!broken) return null
  const { low, high } = broken
  const above = high.times.get(domain)?.[end]
  if (!low || above === undefined) return high.loadFactor
  const below = low.times.get(domain)![end]
  const part = (targetSeconds! - below) / (above - below)
  return low.loadFactor + part * (high.loadFactor - low.loadFactor)
}
