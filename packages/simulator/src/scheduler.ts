import type { LoanLedger } from './credit1-loans.ts'
import type { Domain } from './domain.ts'
import type { PCpu } from './p-cpu.ts'
import type { VCpu } from './v-cpu.ts'

/** What the engine asks of a scheduler. */
export interface Scheduler {
  /** The vCPU has work and is neither running nor queued: queue it, ask pCPUs to schedule. */
  wake(v: VCpu): void
  /** An I/O event reaches a vCPU that is queued. Without it such events change nothing. */
  eventWaits?(v: VCpu): void
  /**
   * Who runs on this pCPU from now on; sets `p.sliceEnds`.
   * @param current the vCPU on it so far, null for none
   * @param runnable whether `current` could go on
   * @returns a vCPU, taken off its queue, or null for none
   */
  schedule(p: PCpu, current: VCpu | null, runnable: boolean): VCpu | null
  /** A queued vCPU is held back: it leaves its queue. */
  dequeue(v: VCpu): void
  /** A pCPU has turned from this vCPU to another. */
  left(previous: VCpu): void
  /** One of the scheduler's own timers is due; it sets its next time itself. */
  timerFired(timer: number): void
  /** The weight or cap of a domain has changed. */
  parametersChanged(domain: Domain): void
}

/** What a scheduler may ask of the engine. */
export interface Machine extends LoanLedger {
  /** When one of the scheduler's own timers is due, ns; Infinity for never. */
  setTimer(timer: number, at: number): void
  /** The vCPU may not run until it is released: its domain's cap is used up. */
  hold(v: VCpu): void
  /** Lets it back in; a vCPU with work is woken. */
  release(v: VCpu): void
}
