import { setImmediate as nextTurn } from 'node:timers/promises'

/** How much more load a domain can take, the rest of the question unchanged. */
export interface Headroom {
  domain: string
  /** Null when it holds up to the highest factor tried; the lowest when it is broken even there. */
  breaksAtFactor: number | null
  limit: 'target' | 'saturation' | null
  points: { loadFactor: number; seconds: number }[]
}

/** The range of load factors that is searched. */
const LOWEST = 0.05
const HIGHEST = 5

/** Estimates in all: each one is a point of every domain's curve. An estimate costs domains^3. */
function affordable(domains: number): { samples: number; evenSteps: number } {
  const samples = Math.max(24, Math.min(60, Math.round(480 / domains)))
  return { samples, evenSteps: Math.round(samples * 0.4) }
}

/** Of the search for where nothing is left; saturated hosts cost next to nothing to estimate. */
const SATURATION_STEPS = 9

/** A limit is known well enough when it lies between factors so close together. */
const CLOSE_ENOUGH = 0.002

/** Response times at one load factor; null where the queue has no end. */
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
 * How much more load each domain stands until its target breaks, or its queue has no end. The factors
 * tried first end where nothing is left, then lie evenly, then close in on where limits break.
 * Response times must not fall with the load. Other work gets a turn after each estimate.
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

/** The highest factor at which any domain has an answer, nearly. */
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

/** The neighbours between which a domain's limit breaks; no `low` when it is broken from the start. */
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
