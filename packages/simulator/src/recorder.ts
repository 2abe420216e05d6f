import type { UsedUpLoan } from './credit1-loans.ts'
import { Histogram } from './histogram.ts'
import { LoanTally } from './loan-tally.ts'
import { runState, runStates } from './run-state.ts'

/** Batches of a window's response times whose means give its confidence interval. */
export const batches = 20

/**
 * Counts what happens, by reporting window; window 0 is the warm-up. Run states are split exactly
 * at the boundaries; a request belongs to the window in which it arrived, however long it takes.
 */
export class Recorder {
  readonly domains: number
  /** ns at which each window begins, and at last where the final one ends. */
  readonly #edges: number[]
  window: number

  /** ns by window, domain and run state. */
  readonly #stateNs: Float64Array
  readonly #busyNs: Float64Array
  readonly #pCpus: number
  readonly #counters: Record<Counter, Float64Array>
  readonly #arrived: Float64Array
  /** Like `#edges`: a histogram weighs kilobytes, so responses need not be counted by every window. */
  readonly #responseEdges: number[]
  readonly #responses: Histogram[]
  readonly #batchSum: Float64Array
  readonly #batchCount: Float64Array

  /** By domain, warm-up left out. */
  readonly runLengths: Histogram[]
  readonly wakeWaits: Histogram[]
  readonly preemptWaits: Histogram[]
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
    this.window = edges[1] === 0 ? 1 : 0
    this.#stateNs = new Float64Array(windows * domains * runStates)
    this.#busyNs = new Float64Array(windows * pCpus)
    this.#counters = {
      dispatches: new Float64Array(windows * domains),
      wakes: new Float64Array(windows * domains),
      preemptions: new Float64Array(windows * domains),
      continuations: new Float64Array(windows * domains),
    }
    this.#arrived = new Float64Array(windows * domains)
    this.#responseEdges = responsesByWindow ? edges : [edges[0]!, edges[1]!, edges.at(-1)!]
    const responseCells = (this.#responseEdges.length - 1) * domains
    this.#batchSum = new Float64Array(responseCells * batches)
    this.#batchCount = new Float64Array(responseCells * batches)
    const histograms = (count: number) => Array.from({ length: count }, () => new Histogram())
    this.#responses = histograms(responseCells)
    this.runLengths = histograms(domains)
    this.wakeWaits = histograms(domains)
    this.preemptWaits = histograms(domains)
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

  /** A stay in a run state, or the part of it that is over, up to `now`. */
  #addState(domain: number, state: number, since: number, now: number): void {
    const begin = this.#edges[this.window]!
    const from = since > begin ? since : begin
    if (now > from) {
      this.#stateNs[(this.window * this.domains + domain) * runStates + state]! += now - from
    }
  }

  /** The domain's vCPU leaves a run state that it entered at `since`. */
  stateEnds(domain: number, state: number, since: number, now: number): void {
    if (this.window >= this.windows) return
    this.#addState(domain, state, since, now)
    const at = this.window * this.domains + domain
    if (state === runState.blocked) this.#counters.wakes[at]!++
    else if (state === runState.running) {
      this.#counters.dispatches[at]!++
      if (this.window > 0) this.runLengths[domain]!.add(now - since)
    } else if (state === runState.woken) {
      if (this.window > 0) this.wakeWaits[domain]!.add(now - since)
    } else if (state === runState.preempted) {
      this.#counters.preemptions[at]!++
      if (this.window > 0) this.preemptWaits[domain]!.add(now - since)
    }
  }

  /** The scheduler was asked and left the domain's vCPU on its pCPU. */
  continues(domain: number): void {
    if (this.window < this.windows) {
      this.#counters.continuations[this.window * this.domains + domain]!++
    }
  }

  loanUsedUp(domain: number, loan: UsedUpLoan): void {
    if (this.window > 0) this.loans[domain]!.usedUp(loan)
  }

  loanRepaid(domain: number, ns: number): void {
    if (this.window > 0) this.loans[domain]!.repaid(ns)
  }

  /** Counts a stay that goes on past the window's end. */
  stateGoesOn(domain: number, state: number, since: number, now: number): void {
    this.#addState(domain, state, since, now)
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
    if (this.window >= this.windows) return
    const begin = this.#edges[this.window]!
    const from = since > begin ? since : begin
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

  response(domain: number, arrivedIn: number, started: number, now: number): void {
    const edges = this.#responseEdges
    const window = Math.min(arrivedIn, edges.length - 2)
    const at = window * this.domains + domain
    this.#responses[at]!.add(now - started)
    const begin = edges[window]!
    const within = (started - begin) / (edges[window + 1]! - begin)
    const batch = at * batches + Math.min(batches - 1, Math.max(0, Math.floor(within * batches)))
    this.#batchSum[batch]! += now - started
    this.#batchCount[batch]!++
  }

  /** Seconds in a run state. */
  stateSeconds(window: number, domain: number, state: number): number {
    return this.#stateNs[(window * this.domains + domain) * runStates + state]! / 1e9
  }

  busySeconds(window: number, pCpu: number): number {
    return this.#busyNs[window * this.#pCpus + pCpu]! / 1e9
  }

  counter(name: Counter, window: number, domain: number): number {
    return this.#counters[name][window * this.domains + domain]!
  }

  /** Means in seconds of the batches that got any response. */
  batchMeans(window: number, domain: number): number[] {
    const first = (window * this.domains + domain) * batches
    const means: number[] = []
    for (let batch = first; batch < first + batches; batch++) {
      if (this.#batchCount[batch]! > 0) {
        means.push(this.#batchSum[batch]! / this.#batchCount[batch]! / 1e9)
      }
    }
    return means
  }
}

export type Counter = 'dispatches' | 'wakes' | 'preemptions' | 'continuations'
