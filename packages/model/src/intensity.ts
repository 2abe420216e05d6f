import { ModelInputError } from './model-input-error.ts'

/** Xen's credit scheduler: what a vCPU that runs for a millisecond pays. */
const CREDITS_PER_MS = 10

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
  /** Part of its vCPUs' time in which they were blocked, so that an event would wake them; null: unknown. */
  blockedPart: number | null
  /** That came in by its access log; null without one. */
  requests: number | null
}

/**
 * What events are counted by. A wake-up is one that Xen boosts; executions count each return from a
 * preemption too, so they tell more than there were. (inferred) Requests stand in for both where a domain
 * hardly ever blocks: an event that finds it running or waiting wakes nothing and puts nothing on a pCPU,
 * yet it is the one that paper 1 is about.
 */
export type EventsCountedBy = 'wake-ups' | 'executions' | 'requests'
type Trace = Exclude<EventsCountedBy, 'requests'>

export type Level = 'low' | 'high'

/** Paper 1's three intensities of one domain in one window. */
export interface Intensity {
  domain: string
  startEpochSeconds: number
  countedBy: EventsCountedBy
  /** cc, eq (1): credits per event; null where CPU was used without a single one, or `io` is unknown. */
  creditsPerBoost: number | null
  /** ci, eq (2); null where `io` is unknown. */
  boostsPerMs: number | null
  /** cm = cc ci, eq (3): 10 for each vCPU that never stops. */
  creditsPerMs: number
  cpu: Level
  /** unknown: it hardly ever blocks, few events were seen, and no log tells of more. */
  io: Level | 'unknown'
  meaning: string
}

export interface IntensityMap {
  points: Intensity[]
  /** Where low ends and high begins; null for what no point was counted by. */
  thresholds: Record<Trace, IntensityThresholds | null>
}

/** Figure 3 has no numbers: medians over all points of like traces. Above is high. */
export interface IntensityThresholds {
  /** null when most points have no event at all. */
  creditsPerBoost: number | null
  boostsPerMs: number
}

/** By cpu and io; what a boost costs the others is cc, how often cc is paid is ci, both together cm. */
const meanings: Record<Level, Record<Level, string>> = {
  low: {
    low: 'Little work each time, seldom asked for: a boost costs the others little and comes seldom, so by eq (4) of paper 1 it may have the largest loan (C in figure 3).',
    high: 'Little work each time, often asked for: each boost costs the others little, and there are many. What they cost together is cm, by which a loan is sized.',
  },
  high: {
    low: 'Much work each time, seldom asked for: when a request comes it may have used up its credit and wait its turn. A boost would spare it that and take the others much CPU at once, but seldom; what boosts cost together is cm.',
    high: 'Much work each time, often asked for: if every request boosted it, it would keep a pCPU for itself. So by eq (4) of paper 1 it has the smallest loan (B in figure 3); a weight or a pCPU of its own is what it needs.',
  },
}
const hidden =
  'Much work: it hardly ever rests, so events reach it without waking it, and how often it is asked for cannot be told from the scheduler’s trace. This is the case of paper 1; with an access log of this domain its requests would be counted.'

/** Who is blocked for a smaller part of its time hardly ever rests (ours). */
const RESTLESS = 0.1

/**
 * Paper 1's map of CPU and I/O intensity, from what was recorded under whatever scheduler: n is the
 * events, t the window, credits the CPU time at 10 a millisecond. The paper counts over a loan instead:
 * only delayed events, and only the CPU time of the boosted runs that they bring. So ci is higher here,
 * cc is lower or higher, and neither is to be compared with the paper's figures; low and high are relative
 * to this recording. Who hardly ever rests is CPU-intensive whatever it is asked for.
 * Windows in which no trace counted anything are left out.
 *
 * @throws ModelInputError `invalid-load` for negative or unknown seconds and counts
 */
export function intensityMap(windows: readonly IntensityWindow[]): IntensityMap {
  const counted = windows.flatMap(intensitiesOf)
  const of = (by: Trace) => thresholdsOf(counted.filter(({ trace }) => trace === by))
  const thresholds = { 'wake-ups': of('wake-ups'), executions: of('executions') }
  return { points: counted.map((each) => placed(each, thresholds[each.trace]!)), thresholds }
}

interface Counted extends Omit<Intensity, 'cpu' | 'io' | 'meaning' | 'boostsPerMs'> {
  trace: Trace
  /** What was seen: no more than a lower bound where events are hidden. */
  boostsPerMs: number
  isRestless: boolean
  /** No count tells of the events that find it awake. */
  hidesEvents: boolean
}

function intensitiesOf(window: IntensityWindow): Counted[] {
  check(window)
  const { domain, startEpochSeconds, seconds, cpuSeconds, wakeUps, executions } = window
  const trace = wakeUps === null ? 'executions' : 'wake-ups'
  if ((wakeUps ?? executions) === null || seconds === 0) return []
  const isRestless = window.blockedPart !== null && window.blockedPart < RESTLESS
  const countedBy = isRestless && window.requests !== null ? 'requests' : trace
  const hidesEvents = isRestless && countedBy !== 'requests'
  const events = hidesEvents ? (wakeUps ?? 0) : countOf(window, countedBy)
  const credits = cpuSeconds * 1000 * CREDITS_PER_MS
  return [
    {
      domain,
      startEpochSeconds,
      countedBy,
      trace,
      isRestless,
      hidesEvents,
      creditsPerBoost: events > 0 ? credits / events : credits > 0 ? null : 0,
      boostsPerMs: events / (seconds * 1000),
      creditsPerMs: credits / (seconds * 1000),
    },
  ]
}

function countOf({ wakeUps, executions, requests }: IntensityWindow, by: EventsCountedBy): number {
  return { 'wake-ups': wakeUps, executions, requests }[by]!
}

function check({ domain, startEpochSeconds: _, ...quantities }: IntensityWindow): void {
  for (const [quantity, value] of Object.entries(quantities)) {
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

/** CPU without any event counts as more than any other. */
function perBoost({ creditsPerBoost }: Counted): number {
  return creditsPerBoost ?? Number.POSITIVE_INFINITY
}

/** The lower of the middle two, so that two unlike points are told apart. */
function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!
}

function placed(
  { trace: _, isRestless, hidesEvents, ...point }: Counted,
  thresholds: IntensityThresholds,
): Intensity {
  const isCpuIntensive =
    isRestless ||
    point.creditsPerBoost === null ||
    level(point.creditsPerBoost, thresholds.creditsPerBoost) === 'high'
  const cpu = isCpuIntensive ? 'high' : 'low'
  const io = level(point.boostsPerMs, thresholds.boostsPerMs)
  // Wake-ups of one that hardly ever rests are the least that there were: many of them are enough.
  if (!hidesEvents || io === 'high') return { ...point, cpu, io, meaning: meanings[cpu][io] }
  return { ...point, creditsPerBoost: null, boostsPerMs: null, cpu, io: 'unknown', meaning: hidden }
}

function level(value: number, threshold: number | null): Level {
  return threshold !== null && value > threshold ? 'high' : 'low'
}
