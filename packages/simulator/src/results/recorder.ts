import { unknown } from '../units.ts'
import { Histogram } from './histogram.ts'
import { LoanTally, type UsedUpLoan } from './loan-tally.ts'
import { type Counter, type Stays, Tally } from './tally.ts'

/** Number of batches of a window's response times, whose means give its confidence interval. */
const BATCHES = 20

/**
 * Counts events by reporting window; window 0 is the warm-up. Run states are split exactly at the
 * boundaries; a request belongs to the window in which it arrived, however long it takes.
 */
export class Recorder {
  readonly domains: number
  /** Begin of each window in ns, followed by the end of the last one. */
  readonly #edges: number[]
  window = 0

  /** By window and domain; the last row is for what follows the last window. */
  readonly #tallies: Tally[][]
  /** Begin of the current window in ns. */
  #begin = unknown
  readonly #busyNs: Float64Array
  readonly #pCpus: number
  readonly #arrived: Float64Array
  /**
   * Like `#edges`, but for responses: a histogram takes kilobytes, so responses need not be counted
   * for every window.
   */
  readonly #responseEdges: number[]
  readonly #responses: Histogram[]
  /** Logged times, by the same windows. */
  readonly #logged: Histogram[]
  readonly #batchSum: Float64Array
  readonly #batchCount: Float64Array

  /** By domain, without the warm-up. */
  readonly stays: Stays[]
  /**
   * Real-time jobs whose deadline has come, the missed ones among them, and how late these
   * finished.
   */
  readonly deadlines: Float64Array
  readonly missed: Float64Array
  readonly lateness: Histogram[]
  readonly loans: LoanTally[]

  /** @param responsesByWindow false to count all responses after the warm-up as one window */
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

  /** Number of windows for responses: all, or the warm-up and the rest. */
  get responseWindows(): number {
    return this.#responseEdges.length - 1
  }

  /** Begin and end of a window in seconds. */
  span(window: number): [number, number] {
    return [this.#edges[window]! / 1e9, this.#edges[window + 1]! / 1e9]
  }

  /** End of the current window in ns. */
  windowEnds(): number {
    return this.#edges[this.window + 1]!
  }

  /** The current window is over. */
  nextWindow(): void {
    this.#enter(this.window + 1)
  }

  #enter(window: number): void {
    this.window = window
    this.#begin = this.#edges[window]!
  }

  /** The tally of the domain in the current window. */
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

  /** A missed job has finished late. */
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

  /** Means in seconds of those batches that have at least one response. */
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
