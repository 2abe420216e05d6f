import { RUN_STATES, runState } from '../run-state.ts'
import { unknown } from '../units.ts'
import type { Histogram } from './histogram.ts'

/** Durations for which a domain's vCPUs run and wait at a time. */
export interface Stays {
  runs: Histogram
  /** Waits that begin with a wake-up. */
  wakeWaits: Histogram
  /** Waits that begin with a preemption. */
  preemptWaits: Histogram
}

/** What a domain's vCPUs do within a reporting window. Times in ns. */
export class Tally {
  /** By run state. */
  readonly stateNs = new Float64Array(RUN_STATES)
  dispatches = 0
  wakes = 0
  preemptions = 0
  /** Number of times the scheduler was called and left the running vCPU on its pCPU. */
  continuations = 0
  #begin = unknown
  readonly #stays: Stays | null

  /**
   * @param begin of the window
   * @param stays null where they are not counted
   */
  constructor(begin: number, stays: Stays | null) {
    this.#begin = begin
    this.#stays = stays
  }

  /** Counts a stay in a run state since `since`, or the part of it within the window. */
  stay(state: number, since: number, now: number): void {
    const from = since > this.#begin ? since : this.#begin
    if (now > from) this.stateNs[state]! += now - from
  }

  /** A vCPU leaves a run state that it entered at `since`. */
  stateEnds(state: number, since: number, now: number): void {
    this.stay(state, since, now)
    const stays = this.#stays
    if (state === runState.running) {
      this.dispatches++
      if (stays !== null) stays.runs.add(now - since)
    } else if (state === runState.blocked) {
      this.wakes++
    } else if (state === runState.woken) {
      if (stays !== null) stays.wakeWaits.add(now - since)
    } else if (state === runState.preempted) {
      this.preemptions++
      if (stays !== null) stays.preemptWaits.add(now - since)
    }
  }
}

export type Counter = 'dispatches' | 'wakes' | 'preemptions' | 'continuations'
