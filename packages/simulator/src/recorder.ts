import type { UsedUpLoan } from './credit1-loans.ts'
import { Histogram } from './histogram.ts'
import { LoanTally } from './loan-tally.ts'
import { type Counter, type Stays, Tally } from './tally.ts'
import { unknown } from './units.ts'

/** Batches of a window's response times whose means give its confidence interval. */
export const BATCHES = 20

/**
 * Counts what happens, by reporting window; window 0 is the warm-up. Run states are split exactly
 * at the boundaries; a request belongs to the window in which it arrived, however long it takes.
 */
export class Recorder {
  readonly domains: number
  /** ns at which each window begins, and at last where the final one ends. */
  readonly #edges: number[]
  window = 0

  /** By window and domain; the last row is for what comes after the final window. */
  readonly #tallies: Tally[][]
  /** ns at which the present window began. */
  #begin = unknown
  readonly #busyNs: Float64Array
  readonly #pCpus: number
  readonly #arrived: Float64Array
  /** Like `#edges`: a histogram weighs kilobytes, so responses need not be counted by every window. */
  readonly #responseEdges: number[]
  readonly #responses: Histogram[]
  /** What the servers log, by the same windows. */
  readonly #logged: Histogram[]
  readonly #batchSum: Float64Array
  readonly #batchCount: Float64Array

  /** By domain, warm-up left out. */
  readonly stays: Stays[]
  /** Real-time jobs whose deadline has come, those not done by then, and how late these were done. */
  readonly deadlines: Float64Array
  readonly missed: Float64Array
  readonly lateness: Histogram[]
  readonly loans: LoanTally[]

  /** @param responsesByWindow false: all after the warm-up are counted as in one window */
  constructor(domains: number, pCpus: number, edges: number[], responsesByWindow = true) {
    const windows = edges.length - 1
    this.domains = domains
    this.#pCpus = pCpus
    this.#edges = edges
    this.#busyNs = new Float64Array(windows * pCpus)
    this.#arrived = new Float64Array(windows * domains)
    this.#responseEdges = responsesByWindow ? edges : [edges[0]!, edges[1]!, edges.at(-1)!]
    const responseCells = (this.#responseEdges.length - 1) * domains
    this.#batchSum = new Float64Array(responseCells * BATCHES)
    this.#batchCount = new Float64Array(responseCells * BATCHES)
    const histograms = (count: number) => Array.from({ length: count }, () => new Histogram())
    this.#responses = histograms(responseCells)
    this.#logged = histograms(responseCells)
    this.stays = Array.from({ length: domains }, () => ({
      runs: new Histogram(),
      wakeWaits: new Histogram(),
      preemptWaits: new Histogram(),
    }))
    this.#tallies = edges.map((begin, window) =>
      this.stays.map((stays) => new Tally(begin, window > 0 && window < windows ? stays : null)),
    )
    this.#enter(edges[1] === 0 ? 1 : 0)
    this.deadlines = new Float64Array(domains)
    this.missed = new Float64Array(domains)
    this.lateness = histograms(domains)
    this.loans = Array.from({ length: domains }, () => new LoanTally())
  }

  get windows(): number {
    return this.#edges.length - 1
  }

  /** Windows that responses are counted by: all, or the warm-up and the rest. */
  get responseWindows(): number {
    return this.#responseEdges.length - 1
  }

  /** Seconds of its begin and end. */
  span(window: number): [number, number] {
    return [this.#edges[window]! / 1e9, this.#edges[window + 1]! / 1e9]
  }

  /** ns at which the present window ends. */
  windowEnds(): number {
    return this.#edges[this.window + 1]!
  }

  /** The present window is over. */
  nextWindow(): void {
    this.#enter(this.window + 1)
  }

  #enter(window: number): void {
    this.window = window
    this.#begin = this.#edges[window]!
  }

  /** What the domain does in the present window is counted there. */
  tally(domain: number): Tally {
    return this.#tallies[this.window]![domain]!
  }

  loanUsedUp(domain: number, loan: UsedUpLoan): void {
    if (this.window > 0) this.loans[domain]!.usedUp(loan)
  }

  loanRepaid(domain: number, ns: number): void {
    if (this.window > 0) this.loans[domain]!.repaid(ns)
  }

  /** The deadline of a real-time job has come. */
  deadline(domain: number, missed: boolean): void {
    if (!this.#counts()) return
    this.deadlines[domain]!++
    if (missed) this.missed[domain]!++
  }

  /** A missed job is done after all. */
  lateBy(domain: number, ns: number): void {
    if (this.#counts()) this.lateness[domain]!.add(ns)
  }

  #counts(): boolean {
    return this.window > 0 && this.window < this.windows
  }

  /** A pCPU has been busy from `since`. */
  busy(pCpu: number, since: number, now: number): void {
    if (!this.moreWindows()) return
    const from = since > this.#begin ? since : this.#begin
    if (now > from) this.#busyNs[this.window * this.#pCpus + pCpu]! += now - from
  }

  arrives(domain: number, window: number): void {
    if (window < this.windows) this.#arrived[window * this.domains + domain]!++
  }

  moreWindows(): boolean {
    return this.window < this.windows
  }

  arrivals(window: number, domain: number): number {
    return this.#arrived[window * this.domains + domain]!
  }

  responsesOf(window: number, domain: number): Histogram {
    return this.#responses[window * this.domains + domain]!
  }

  loggedOf(window: number, domain: number): Histogram {
    return this.#logged[window * this.domains + domain]!
  }

  logged(domain: number, arrivedIn: number, ns: number): void {
    const window = Math.min(arrivedIn, this.responseWindows - 1)
    this.#logged[window * this.domains + domain]!.add(ns)
  }

  response(domain: number, arrivedIn: number, started: number, now: number): void {
    const edges = this.#responseEdges
    const window = Math.min(arrivedIn, edges.length - 2)
    const at = window * this.domains + domain
    this.#responses[at]!.add(now - started)
    const begin = edges[window]!
    const within = (started - begin) / (edges[window + 1]! - begin)
    const batch = at * BATCHES + Math.min(BATCHES - 1, Math.max(0, Math.floor(within * BATCHES)))
    this.#batchSum[batch]! += now - started
    this.#batchCount[batch]!++
  }

  /** Seconds in a run state. */
  stateSeconds(window: number, domain: number, state: number): number {
    return this.#tallies[window]![domain]!.stateNs[state]! / 1e9
  }

  busySeconds(window: number, pCpu: number): number {
    return this.#busyNs[window * this.#pCpus + pCpu]! / 1e9
  }

  counter(name: Counter, window: number, domain: number): number {
    return this.#tallies[window]![domain]![name]
  }

  /** Means in seconds of the batches that got any response. */
  batchMeans(window: number, domain: number): number[] {
    const first = (window * this.domains + domain) * BATCHES
    const means: number[] = []
    for (let batch = first; batch < first + BATCHES; batch++) {
      if (this.#batchCount[batch]! > 0) {
        means.push(this.#batchSum[batch]! / this.#batchCount[batch]! / 1e9)
      }
    }
    return means
  }
}
