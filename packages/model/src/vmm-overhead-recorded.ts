import { studentT95 } from './student-t.ts'
import type { VmmOverhead } from './vmm-overhead.ts'

/** What a host did in one window of a recording. */
export interface RecordedWindow {
  /** Of all domains, Domain-0 among them. */
  busyPCpus: number
  /** Requests count when they end: on a full host they come faster than the CPU can serve them. */
  domains: readonly { name: string; requestsPerSecond: number; cpuPerSecond: number }[]
}

export type CannotTell = 'one-pcpu' | 'no-busy-windows' | 'no-calm-windows' | 'rates-alike'

/** The overhead, or why the recording does not tell it. */
export type RecordedOverhead = VmmOverhead | { cannotTell: CannotTell; sentence: string }

/** Busier than this part of all pCPUs is taken for all of them. */
const ALL_BUSY = 0.95
const FEWEST_CALM = 5
const FEWEST_BUSY = 3
/** Calm rates that vary by less do not tell work per request from work without any. */
const LEAST_VARIATION = 0.05

const reasons: Readonly<Record<CannotTell, string>> = {
  'one-pcpu':
    'With one pCPU whoever runs has it busy, so there is nothing to compare: the overhead is in every service time already.',
  'no-busy-windows': 'Too few windows had all pCPUs busy.',
  'no-calm-windows': 'Too few windows left a pCPU free.',
  'rates-alike':
    'While a pCPU was free no domain’s rate of requests varied enough to tell the CPU time of requests from that of everything else.',
}

/**
 * Whether requests cost more CPU when every pCPU is busy, from a recording. Of each domain the calm
 * windows, those that leave a pCPU free, give the line U = background + x lambda; how far the busy
 * windows lie above it, over x lambda, is its overhead. Domains are averaged by their certainty. Whatever
 * else sets busy windows apart, such as other requests, is in the figure too: the label says so.
 */
export function recordedOverhead(
  windows: readonly RecordedWindow[],
  pCpus: number,
): RecordedOverhead {
  if (pCpus === 1) return cannot('one-pcpu')
  const busy = windows.filter(({ busyPCpus }) => busyPCpus >= ALL_BUSY * pCpus)
  const calm = windows.filter(({ busyPCpus }) => busyPCpus <= pCpus - 1)
  if (busy.length < FEWEST_BUSY) return cannot('no-busy-windows')
  if (calm.length < FEWEST_CALM) return cannot('no-calm-windows')
  const names = new Set(windows.flatMap(({ domains }) => domains.map(({ name }) => name)))
  const excesses = [...names].flatMap((name) => excessOf(name, calm, busy) ?? [])
  if (excesses.length === 0) return cannot('rates-alike')
  const weights = excesses.map(({ error }) => 1 / Math.max(error, 1e-9) ** 2)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const fraction =
    excesses.reduce((sum, { value }, index) => sum + value * weights[index]!, 0) / total
  const degrees = Math.min(...excesses.map(({ degreesOfFreedom }) => degreesOfFreedom))
  const half = studentT95(degrees) / Math.sqrt(total)
  return {
    fraction,
    interval: { low: fraction - half, high: fraction + half },
    basis: 'recorded',
    label: `Recorded: CPU time per request in ${busy.length} windows with all pCPUs busy against ${calm.length} with one free. Requests of another kind at busy times would count too.`,
  }
}

function cannot(why: CannotTell): RecordedOverhead {
  return { cannotTell: why, sentence: reasons[why] }
}

interface Point {
  rate: number
  cpu: number
}

interface Excess {
  value: number
  error: number
  degreesOfFreedom: number
}

/** The standard error has in it the spread of the busy windows and the line's own uncertainty there. */
function excessOf(
  name: string,
  calmWindows: readonly RecordedWindow[],
  busyWindows: readonly RecordedWindow[],
): Excess | null {
  const [calm, busy] = [pointsOf(name, calmWindows), pointsOf(name, busyWindows)]
  if (calm.length < FEWEST_CALM || busy.length < FEWEST_BUSY) return null
  const line = fitLine(calm)
  if (!line || line.slope <= 0) return null
  const over = busy.map(({ rate, cpu }) => cpu - line.intercept - line.slope * rate)
  const mean = meanOf(over)
  const busyRate = meanOf(busy.map(({ rate }) => rate))
  const requests = line.slope * busyRate
  if (requests <= 0) return null
  const spread = over.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (over.length - 1)
  const ofLine =
    line.residualVariance *
    (1 / calm.length + (busyRate - line.meanRate) ** 2 / line.squaredDeviations)
  return {
    value: mean / requests,
    error: Math.sqrt(spread / busy.length + ofLine) / requests,
    degreesOfFreedom: Math.min(calm.length - 2, busy.length - 1),
  }
}

function pointsOf(name: string, windows: readonly RecordedWindow[]): Point[] {
  return windows.flatMap(({ domains }) =>
    domains
      .filter((domain) => domain.name === name)
      .map(({ requestsPerSecond: rate, cpuPerSecond: cpu }) => ({ rate, cpu })),
  )
}

/** Least squares; null where the rates hardly vary. */
function fitLine(points: readonly Point[]) {
  const meanRate = meanOf(points.map(({ rate }) => rate))
  const meanCpu = meanOf(points.map(({ cpu }) => cpu))
  const squaredDeviations = points.reduce((sum, { rate }) => sum + (rate - meanRate) ** 2, 0)
  if (Math.sqrt(squaredDeviations / points.length) < LEAST_VARIATION * meanRate) return null
  const slope =
    points.reduce((sum, { rate, cpu }) => sum + (rate - meanRate) * (cpu - meanCpu), 0) /
    squaredDeviations
  const intercept = meanCpu - slope * meanRate
  const residual = points.reduce(
    (sum, { rate, cpu }) => sum + (cpu - intercept - slope * rate) ** 2,
    0,
  )
  return {
    ...{ slope, intercept, meanRate, squaredDeviations },
    residualVariance: residual / (points.length - 2),
  }
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
