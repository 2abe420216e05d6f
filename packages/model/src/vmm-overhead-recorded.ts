import { studentT } from './student-t.ts'
import type { VmmOverhead } from './vmm-overhead.ts'
import {
  busyAndCalm,
  FEWEST_CALM,
  fitLine,
  type Line,
  meanOf,
  namesOf,
  type Point,
  pointsOf,
  type RecordedWindow,
} from './vmm-overhead-windows.ts'

export type { RecordedWindow }

export type CannotTell = 'one-pcpu' | 'no-busy-windows' | 'no-calm-windows' | 'rates-alike'

/** The overhead, or why the recording does not tell it. */
export type RecordedOverhead = VmmOverhead | { cannotTell: CannotTell; sentence: string }

const FEWEST_BUSY = 3

const reasons: Readonly<Record<CannotTell, string>> = {
  'one-pcpu':
    'With one pCPU whoever runs has it busy, so there is nothing to compare: the overhead is in every service time already.',
  'no-busy-windows': 'Too few windows had load for all pCPUs.',
  'no-calm-windows': 'Too few windows left a pCPU free.',
  'rates-alike':
    'While a pCPU was free no domain’s rate of requests varied enough to tell the CPU time of requests from that of everything else.',
}

/**
 * Whether requests cost more CPU when every pCPU is busy, from a recording. Of each domain the calm
 * windows, those that leave a pCPU free, give the line U = background + x lambda; how far the busy
 * windows lie above it, over x lambda, is the overhead, both added up over the domains. Whatever else
 * sets busy windows apart, such as other requests, is in the figure too: the label says so. Where a host
 * has more to do than it can, fewer of the dear requests end in a window, and the figure is rather low.
 */
export function recordedOverhead(
  windows: readonly RecordedWindow[],
  pCpus: number,
): RecordedOverhead {
  if (pCpus === 1) return cannot('one-pcpu')
  const { busy, calm } = busyAndCalm(windows, pCpus)
  if (busy.length < FEWEST_BUSY) return cannot('no-busy-windows')
  if (calm.length < FEWEST_CALM) return cannot('no-calm-windows')
  const domains = namesOf(windows).flatMap((name) => domainOf(name, calm, busy) ?? [])
  if (domains.length === 0) return cannot('rates-alike')
  const requests = domains.reduce((sum, { line, busyRate }) => sum + line.slope * busyRate, 0)
  const over = domains.reduce((sum, domain) => sum + overIn(domain), 0)
  const fraction = over / requests
  const half = halfWidth(domains, fraction, requests)
  return {
    fraction,
    interval: { low: fraction - half, high: fraction + half },
    basis: 'recorded',
    label: `Recorded: CPU time per request in ${busy.length} windows with load for all pCPUs against ${calm.length} with one free. Requests of another kind at busy times would count too; a host that had more to do than it can shows rather too little.`,
  }
}

function cannot(why: CannotTell): RecordedOverhead {
  return { cannotTell: why, sentence: reasons[why] }
}

/** One domain that can be compared. */
interface Compared {
  calm: readonly Point[]
  busy: readonly Point[]
  /** Of the calm points. */
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
 * Half the 95 % interval, by how much each window moves the figure (delta method): whatever domains have
 * in common within a window is in it, and so is a spread that grows with the rate. Residuals about the
 * line are put up by their leverage, 1 / (1 - h), as calm windows with many requests bend it most (HC3;
 * MacKinnon and White 1985). Windows count as independent of one another.
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
