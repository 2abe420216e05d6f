import type { TraceRecord } from './record-reader.ts'
import { EVENT } from './trace-events.ts'

/** Shorter runs are too inaccurate: the two clocks are not read at the same instant. */
const SHORTEST_RUN_NS = 50_000
const MOST_RUNS = 4096
const FEWEST_RUNS = 10
/** A run counts when its rate is within this fraction of the median; most runs must be. */
const AGREEING = 0.01

/**
 * The rate of the trace's clock (TSC), derived from the trace itself: when a pCPU switches away
 * from a vCPU, Xen also writes how long it ran, in nanoseconds (TRC_SCHED_SWITCH_INFPREV). The TSC
 * between that and the switch to the vCPU, divided by it, is the rate. (Run times are modulo 2^32
 * ns; the few longer runs do not agree with the others.)
 */
export class ClockRate {
  readonly #switchedTo = new Map<number, { subject: number; high: number; low: number }>()
  readonly #runs: { cycles: number; ns: number }[] = []

  see(record: TraceRecord): void {
    const { event, pCpu, words, tscHigh, tscLow, data } = record
    if (event === EVENT.switchInfNext && words >= 3) {
      const to = this.#switchedTo.get(pCpu) ?? { subject: 0, high: 0, low: 0 }
      to.subject = subjectOf(data, words === 4)
      to.high = tscHigh
      to.low = tscLow
      this.#switchedTo.set(pCpu, to)
    } else if (event === EVENT.switchInfPrev && words >= 2 && this.#runs.length < MOST_RUNS) {
      const from = this.#switchedTo.get(pCpu)
      const ns = data[words - 1]!
      if (!from || from.subject !== subjectOf(data, words === 3)) return
      const cycles = (tscHigh - from.high) * 2 ** 32 + (tscLow - from.low)
      this.#switchedTo.delete(pCpu)
      if (ns >= SHORTEST_RUN_NS && cycles > 0) this.#runs.push({ cycles, ns })
    }
  }

  /** Cycles per second. Null when the trace does not determine it. */
  hz(): number | null {
    const rates = this.#runs.map(({ cycles, ns }) => cycles / ns).sort((a, b) => a - b)
    const median = rates[Math.floor(rates.length / 2)]
    if (median === undefined) return null
    const agreeing = this.#runs.filter(
      ({ cycles, ns }) => Math.abs(cycles / ns / median - 1) <= AGREEING,
    )
    if (agreeing.length < FEWEST_RUNS || agreeing.length * 2 < this.#runs.length) return null
    const fitted = slope(agreeing)
    // Runs of nearly equal length carry no slope.
    return Math.round((Math.abs(fitted / median - 1) <= AGREEING ? fitted : median) * 1e9)
  }
}

function subjectOf(data: Uint32Array, withVCpu: boolean): number {
  return data[0]! * 65_536 + (withVCpu ? data[1]! : 0)
}

/** Least squares with an intercept: both ends of a run are late by about the same few cycles. */
function slope(runs: readonly { cycles: number; ns: number }[]): number {
  const meanNs = runs.reduce((sum, { ns }) => sum + ns, 0) / runs.length
  const meanCycles = runs.reduce((sum, { cycles }) => sum + cycles, 0) / runs.length
  let covariance = 0
  let variance = 0
  for (const { cycles, ns } of runs) {
    covariance += (ns - meanNs) * (cycles - meanCycles)
    variance += (ns - meanNs) ** 2
  }
  return variance > 0 ? covariance / variance : meanCycles / meanNs
}
