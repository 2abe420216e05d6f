import { ModelInputError } from './model-input-error.ts'

/** Credits that a running vCPU burns per millisecond in Xen's credit scheduler. */
const CREDITS_PER_MS = 10

/** What a recording shows of one domain in one window. */
export interface IntensityWindow {
  domain: string
  startEpochSeconds: number
  /** Recorded part of the window, seconds. */
  seconds: number
  cpuSeconds: number
  /** Wake-ups, from a trace of the scheduler; null without a trace. */
  wakeUps: number | null
  /** Number of times it was dispatched on a pCPU; null where that was not counted. */
  executions: number | null
  /**
   * Part of its vCPUs' time spent blocked, in which an event would wake them; null when unknown.
   */
  blockedPart: number | null
  /** Requests that arrived according to its access log; null without a log. */
  requests: number | null
}

/**
 * What events are counted by. Xen boosts each wake-up. Executions also count every return from
 * preemption, so they overestimate the events. (inferred) Requests replace both where a domain
 * hardly ever blocks: an event that finds it running or waiting neither wakes nor dispatches
 * anything, yet it is the event that paper 1 is about.
 */
type EventsCountedBy = 'wake-ups' | 'executions' | 'requests'
type Trace = Exclude<EventsCountedBy, 'requests'>

type Level = 'low' | 'high'

/** Paper 1's three intensities of one domain in one window. */
export interface Intensity {
  domain: string
  startEpochSeconds: number
  countedBy: EventsCountedBy
  /**
   * cc, eq (1): credits per event; null where CPU was used without any event, or `io` is unknown.
   */
  creditsPerBoost: number | null
  /** ci, eq (2); null where `io` is unknown. */
  boostsPerMs: number | null
  /** cm = cc ci, eq (3): 10 for each vCPU that never blocks. */
  creditsPerMs: number
  cpu: Level
  /** unknown: the domain hardly ever blocks, few events were observed, and no log shows more. */
  io: Level | 'unknown'
  meaning: string
}

interface IntensityMap {
  points: Intensity[]
  /** Boundaries between low and high; null for a source that no point was counted by. */
  thresholds: Record<Trace, IntensityThresholds | null>
}

/**
 * Figure 3 has no numbers, so these are medians over all points with the same event source. Above
 * is high.
 */
interface IntensityThresholds {
  /** null when most points have no event at all. */
  creditsPerBoost: number | null
  boostsPerMs: number
}

/**
 * Meanings by CPU and I/O level. cc is the cost of a boost to others, ci how often it occurs, cm
 * their product, by which eq (4) of paper 1 sizes a loan: B and C in its figure 3 have the smallest
 * and the largest. A domain that hardly ever rests is the case of the paper.
 */
const meanings: Record<Level, Record<Level, string>> = {
  low: {
    low: 'Little work per event, few events: a boost costs the others little and occurs seldom, so it may have the largest loan.',
    high: 'Little work per event, many events: each boost costs the others little, but there are many. Their total cost decides how large a loan may be.',
  },
  high: {
    low: 'Much work per event, few events. When a request arrives, the guest may have used up its credit and wait its turn. A boost would avoid that wait and cost the others much CPU at once, but seldom.',
    high: 'Much work per event, many events. If every request boosted it, it would keep a pCPU to itself. So it has the smallest loan; it needs more weight or a pCPU of its own instead.',
  },
}
const hidden =
  'Much work: it hardly ever rests, so events reach it without waking it, and the scheduler’s trace does not show how many there are. An access log of this domain would count its requests.'

/**
 * A domain blocked for a smaller part of its time counts as hardly ever resting (our threshold).
 */
const RESTLESS = 0.1

/**
 * Paper 1's map of CPU and I/O intensity, from a recording under any scheduler: n is the number of
 * events, t the window, credits the CPU time at 10 per millisecond.
 *
 * The paper counts over a loan instead: only delayed events, and only the CPU time of the boosted
 * runs they cause. Here ci is therefore higher and cc may be lower or higher; neither is comparable
 * with the paper's figures, and low and high are relative to this recording. A domain that hardly
 * ever rests is CPU-intensive whatever its request rate. Windows without any event count are left
 * out.
 * @throws ModelInputError `invalid-load` for negative or non-finite seconds and counts
 */
export function intensityMap(windows: readonly IntensityWindow[]): IntensityMap {
  const counted = windows.flatMap(intensitiesOf)
  const of = (by: Trace) => thresholdsOf(counted.filter(({ trace }) => trace === by))
  const thresholds = { 'wake-ups': of('wake-ups'), executions: of('executions') }
  return { points: counted.map((each) => placed(each, thresholds[each.trace]!)), thresholds }
}

interface Counted extends Omit<Intensity, 'cpu' | 'io' | 'meaning' | 'boostsPerMs'> {
  trace: Trace
  /** As observed; only a lower bound where events are hidden. */
  boostsPerMs: number
  isRestless: boolean
  /** No count includes the events that find the domain awake. */
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

/** CPU time without any event ranks above every other ratio. */
function perBoost({ creditsPerBoost }: Counted): number {
  return creditsPerBoost ?? Number.POSITIVE_INFINITY
}

/** The lower of the middle two, so that two unlike points fall on different sides. */
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
  // The wake-ups of a domain that hardly ever rests are a lower bound on its events, so many of
  // them suffice for "high".
  if (!hidesEvents || io === 'high') return { ...point, cpu, io, meaning: meanings[cpu][io] }
  return { ...point, creditsPerBoost: null, boostsPerMs: null, cpu, io: 'unknown', meaning: hidden }
}

function level(value: number, threshold: number | null): Level {
  return threshold !== null && value > threshold ? 'high' : 'low'
}
