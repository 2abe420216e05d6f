import { studentT } from '../numeric/student-t.ts'
import type { VmmOverhead } from './vmm-overhead.ts'
import {
  busyAndCalm,
  type DomainWindowUse,
  FEWEST_CALM,
  fitLine,
  type Line,
  meanOf,
  namesOf,
  pointsOf,
  type RecordedWindow,
} from './vmm-overhead-windows.ts'

export type { RecordedWindow }

export type CannotTell = 'one-pcpu' | 'no-busy-windows' | 'no-calm-windows' | 'rates-alike'

/** The overhead, or why the recording does not determine it. */
export type RecordedOverhead = VmmOverhead | { cannotTell: CannotTell }

const FEWEST_BUSY = 3

/**
 * Whether requests cost more CPU when every pCPU is busy, from a recording. For each domain, the
 * calm windows, which leave a pCPU free, give the line U = background + x lambda. The overhead is
 * how far the busy windows lie above it, over x lambda, both summed over the domains. Anything else
 * that sets busy windows apart, such as a different request mix, enters the figure too. On an overloaded host, fewer of the expensive requests complete within a window, so
 * the figure is rather low.
 */
export function recordedOverhead(
  windows: readonly RecordedWindow[],
  pCpus: number,
): RecordedOverhead {
  if (pCpus === 1) return { cannotTell: 'one-pcpu' }
  const { busy, calm } = busyAndCalm(windows, pCpus)
  if (busy.length < FEWEST_BUSY) return { cannotTell: 'no-busy-windows' }
  if (calm.length < FEWEST_CALM) return { cannotTell: 'no-calm-windows' }
  const domains = namesOf(windows).flatMap((name) => domainOf(name, calm, busy) ?? [])
  if (domains.length === 0) return { cannotTell: 'rates-alike' }
  const requests = domains.reduce((sum, { line, busyRate }) => sum + line.slope * busyRate, 0)
  const over = domains.reduce((sum, domain) => sum + overIn(domain), 0)
  const fraction = over / requests
  const half = halfWidth(domains, fraction, requests)
  return {
    fraction,
    interval: { low: fraction - half, high: fraction + half },
    basis: { code: 'recorded', busyWindows: busy.length, calmWindows: calm.length },
  }
}

/** A domain whose busy and calm windows can be compared. */
interface Compared {
  calm: readonly DomainWindowUse[]
  busy: readonly DomainWindowUse[]
  /** The line through the calm points. */
  line: Line
  busyRate: number
}

function domainOf(
  name: string,
  calmWindows: readonly RecordedWindow[],
  busyWindows: readonly RecordedWindow[],
): Compared | null {
  const [calm, busy] = [pointsOf(name, calmWindows), pointsOf(name, busyWindows)]
  if (calm.length < FEWEST_CALM || busy.length < FEWEST_BUSY) return null
  const line = fitLine(calm)
  const busyRate = meanOf(busy.map(({ rate }) => rate))
  return line && line.slope > 0 && busyRate > 0 ? { calm, busy, line, busyRate } : null
}

/** CPU time of the busy windows above the line, per second. */
function overIn({ busy, line, busyRate }: Compared): number {
  return meanOf(busy.map(({ cpu }) => cpu)) - line.intercept - line.slope * busyRate
}

/**
 * Half-width of the 95 % interval, from each window's influence on the figure (delta method). It
 * therefore covers whatever domains have in common within a window, and a spread that grows with
 * the rate. Residuals about the line are inflated by their leverage, 1 / (1 - h), because calm
 * windows with many requests bend it most (HC3; MacKinnon and White 1985). Windows count as
 * independent of one another.
 */
function halfWidth(domains: readonly Compared[], fraction: number, requests: number): number {
  const [ofBusy, ofCalm] = [new Map<number, number>(), new Map<number, number>()]
  for (const { calm, busy, line, busyRate } of domains) {
    const { slope, intercept, meanRate, squaredDeviations } = line
    for (const { window, rate, cpu } of busy) {
      const off = cpu - intercept - (1 + fraction) * slope * rate
      move(ofBusy, window, off / busy.length)
    }
    for (const { window, rate, cpu } of calm) {
      const lever = (rate - meanRate) / squaredDeviations
      const residual =
        (cpu - intercept - slope * rate) / (1 - 1 / calm.length - lever * (rate - meanRate))
      const ofSlope = residual * lever
      const ofIntercept = residual / calm.length - meanRate * ofSlope
      move(ofCalm, window, -ofIntercept - (1 + fraction) * busyRate * ofSlope)
    }
  }
  const busyMoves = [...ofBusy.values()]
  const mean = meanOf(busyMoves)
  const squares =
    (busyMoves.reduce((sum, value) => sum + (value - mean) ** 2, 0) * busyMoves.length) /
      (busyMoves.length - 1) +
    [...ofCalm.values()].reduce((sum, value) => sum + value ** 2, 0)
  const degrees = Math.min(
    ...domains.map(({ calm, busy }) => Math.min(calm.length - 2, busy.length - 1)),
  )
  return (studentT(degrees) * Math.sqrt(squares)) / requests
}

function move(by: Map<number, number>, window: number, amount: number): void {
  by.set(window, (by.get(window) ?? 0) + amount)
}
