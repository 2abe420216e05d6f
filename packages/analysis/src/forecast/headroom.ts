import { setImmediate as nextTurn } from 'node:timers/promises'

/** How much more load a domain can take when the rest of the question stays the same. */
export interface Headroom {
  domain: string
  /**
   * Null when the target holds up to the highest factor tried; the lowest factor when it is missed
   * even there.
   */
  breaksAtFactor: number | null
  limit: 'target' | 'saturation' | null
  points: { loadFactor: number; seconds: number }[]
}

/** The range of load factors that the search covers. */
const LOWEST = 0.05
const HIGHEST = 5

/**
 * Limits the number of estimates, because each one costs domains^3. Each is a point on every
 * domain's curve.
 */
function affordable(domains: number): { samples: number; evenSteps: number } {
  const samples = Math.max(24, Math.min(60, Math.round(480 / domains)))
  return { samples, evenSteps: Math.round(samples * 0.4) }
}

/** Steps in the search for saturation; saturated hosts cost next to nothing to estimate. */
const SATURATION_STEPS = 9

/** A limit is precise enough when it lies between two factors this close together. */
const CLOSE_ENOUGH = 0.002

/** Response times at one load factor. Null when the queue grows without bound. */
type Times = ReadonlyMap<string, number | null>

interface Sample {
  loadFactor: number
  times: Times
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
export async function findHeadroom(
  limits: readonly Limit[],
  timesAt: (loadFactor: number) => Times,
): Promise<Headroom[]> {
  const samples: Sample[] = []
  const sample = async (loadFactor: number): Promise<Sample> => {
    await nextTurn()
    const taken = { loadFactor, times: timesAt(loadFactor) }
    const behind = samples.findIndex((other) => other.loadFactor > loadFactor)
    samples.splice(behind < 0 ? samples.length : behind, 0, taken)
    return taken
  }
  const top = await saturationFactor(sample)
  const most = affordable(limits.length)
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

/**
 * The neighbouring samples between which a domain's limit lies; no `low` when it is exceeded from
 * the start.
 */
function breakOf(
  samples: readonly Sample[],
  { domain, targetSeconds }: Limit,
): { low: Sample | null; high: Sample } | null {
  const first = samples.findIndex(({ times }) => {
    const time = times.get(domain) ?? null
    return time === null || (targetSeconds !== null && time > targetSeconds)
  })
  return first < 0 ? null : { low: samples[first - 1] ?? null, high: samples[first]! }
}

function headroomOf(samples: readonly Sample[], limit: Limit): Headroom {
  const { domain, targetSeconds } = limit
  const points = samples.flatMap(({ loadFactor, times }) => {
    const seconds = times.get(domain) ?? null
    return seconds === null ? [] : [{ loadFactor, seconds }]
  })
  const broken = breakOf(samples, limit)
  if (!broken) return { domain, breaksAtFactor: null, limit: null, points }
  const { low, high } = broken
  const timeAbove = high.times.get(domain) ?? null
  if (timeAbove === null || targetSeconds === null) {
    const breaksAtFactor = low ? (low.loadFactor + high.loadFactor) / 2 : high.loadFactor
    return { domain, breaksAtFactor, limit: 'saturation', points }
  }
  if (!low) return { domain, breaksAtFactor: high.loadFactor, limit: 'target', points }
  const timeBelow = low.times.get(domain)!
  const part = (targetSeconds - timeBelow) / (timeAbove - timeBelow)
  const breaksAtFactor = low.loadFactor + part * (high.loadFactor - low.loadFactor)
  return { domain, breaksAtFactor, limit: 'target', points }
}
