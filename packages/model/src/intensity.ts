import { ModelInputError } from './model-input-error.ts'

/** Xen's credit scheduler: what a vCPU that runs for a millisecond pays. */
const creditsPerMs = 10

/** What a recording tells of one domain in one window. */
export interface IntensityWindow {
  domain: string
  startEpochSeconds: number
  /** How much of the window was recorded. */
  seconds: number
  cpuSeconds: number
  /** Times that it woke, from a trace of the scheduler; null where there is none. */
  wakeUps: number | null
  /** Times that it was put on a pCPU; null where nobody counted. */
  executions: number | null
}

/**
 * What a boost is counted by. A wake-up is what Xen boosts, and an event that it can be delayed in;
 * executions count each return from a preemption too, so they tell more boosts than there were.
 */
export type BoostsCountedBy = 'wake-ups' | 'executions'

export type Level = 'low' | 'high'

/** Paper 1's three intensities of one domain in one window. */
export interface Intensity {
  domain: string
  startEpochSeconds: number
  countedBy: BoostsCountedBy
  /** cc, eq (1): credits per boost; null where CPU was used without a single one. */
  creditsPerBoost: number | null
  /** ci, eq (2). */
  boostsPerMs: number
  /** cm = cc ci, eq (3): 10 for each vCPU that never stops. */
  creditsPerMs: number
  cpu: Level
  io: Level
  meaning: string
}

export interface IntensityMap {
  points: Intensity[]
  /** Where low ends and high begins; null for what no point was counted by. */
  thresholds: Record<BoostsCountedBy, IntensityThresholds | null>
}

/** Figure 3 has no numbers: medians over all points counted alike. Above is high. */
export interface IntensityThresholds {
  /** null when most points have no boost at all. */
  creditsPerBoost: number | null
  boostsPerMs: number
}

const meanings: Record<Level, Record<Level, string>> = {
  low: {
    low: 'Little work, seldom asked for: Xen boosts it whenever it wakes, and nobody notices (C in figure 3 of paper 1).',
    high: 'Little work, often asked for: Xen’s boost brings it to a pCPU each time; what it costs the others is being interrupted.',
  },
  high: {
    low: 'Much work, seldom asked for: it has used up its credit when a request comes and waits its turn. A boost helps it most and costs the others least.',
    high: 'Much work, often asked for: if every request boosted it, it would keep a pCPU for itself, so boosts must be rationed (B in figure 3 of paper 1); a weight or a pCPU of its own is what it needs.',
  },
}

/**
 * Paper 1's map of CPU and I/O intensity, from what was recorded under whatever scheduler: n is the
 * wake-ups (else the executions), t the window, credits the CPU time at 10 a millisecond. The paper
 * measures them over a loan instead; over long windows of an unchanging load it comes to the same.
 * Windows in which neither was counted are left out. High and low are relative to this recording.
 *
 * @throws ModelInputError `invalid-load` for negative or unknown seconds and counts
 */
export function intensityMap(windows: readonly IntensityWindow[]): IntensityMap {
  const counted = windows.flatMap(intensitiesOf)
  const of = (by: BoostsCountedBy) => thresholdsOf(counted.filter((each) => each.countedBy === by))
  const thresholds = { 'wake-ups': of('wake-ups'), executions: of('executions') }
  return {
    points: counted.map((each) => ({ ...each, ...placed(each, thresholds[each.countedBy]!) })),
    thresholds,
  }
}

type Counted = Omit<Intensity, 'cpu' | 'io' | 'meaning'>

function intensitiesOf(window: IntensityWindow): Counted[] {
  check(window)
  const { domain, startEpochSeconds, seconds, cpuSeconds, wakeUps, executions } = window
  const boosts = wakeUps ?? executions
  if (boosts === null || seconds === 0) return []
  const credits = cpuSeconds * 1000 * creditsPerMs
  return [
    {
      domain,
      startEpochSeconds,
      countedBy: wakeUps === null ? 'executions' : 'wake-ups',
      creditsPerBoost: boosts > 0 ? credits / boosts : credits > 0 ? null : 0,
      boostsPerMs: boosts / (seconds * 1000),
      creditsPerMs: credits / (seconds * 1000),
    },
  ]
}

function check({ domain, seconds, cpuSeconds, wakeUps, executions }: IntensityWindow): void {
  for (const [quantity, value] of Object.entries({ seconds, cpuSeconds, wakeUps, executions })) {
    if (value === null || (Number.isFinite(value) && value >= 0)) continue
    throw new ModelInputError('invalid-load', `${quantity} of ${domain} is ${value}.`, {
      name: domain,
      quantity,
    })
  }
}

function thresholdsOf(points: readonly Counted[]): IntensityThresholds | null {
  if (points.length === 0) return null
  const creditsPerBoost = median(points.map(perBoost))
  return {
    creditsPerBoost: Number.isFinite(creditsPerBoost) ? creditsPerBoost : null,
    boostsPerMs: median(points.map(({ boostsPerMs }) => boostsPerMs)),
  }
}

/** CPU without any boost counts as more than any other. */
function perBoost({ creditsPerBoost }: Counted): number {
  return creditsPerBoost ?? Number.POSITIVE_INFINITY
}

/** The lower of the middle two, so that two unlike points are told apart. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!
}

function placed(point: Counted, thresholds: IntensityThresholds) {
  const cpu =
    point.creditsPerBoost === null
      ? 'high'
      : level(point.creditsPerBoost, thresholds.creditsPerBoost)
  const io = level(point.boostsPerMs, thresholds.boostsPerMs)
  return { cpu, io, meaning: meanings[cpu][io] }
}

function level(value: number, threshold: number | null): Level {
  return threshold !== null && value > threshold ? 'high' : 'low'
}
