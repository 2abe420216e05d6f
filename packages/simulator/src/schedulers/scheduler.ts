import type { Domain } from '../host/domain.ts'
import type { PCpu } from '../host/p-cpu.ts'
import type { VCpu } from '../host/v-cpu.ts'
import type { LoanLedger } from './credit1-loans.ts'

/** What the engine requires of a scheduler. */
export interface Scheduler {
  /** The vCPU has work and is neither running nor queued: queues it and makes pCPUs schedule. */
  wake(v: VCpu): void
  /** An I/O event reaches a queued vCPU. When not implemented, such events change nothing. */
  eventWaits?(v: VCpu): void
  /**
   * Decides which vCPU runs on this pCPU from now on; sets `p.sliceEnds`.
   * @param current the vCPU on it so far; null for none
   * @param runnable whether `current` could continue
   * @returns a vCPU, taken off its queue; null for none
   */
  schedule(p: PCpu, current: VCpu | null, runnable: boolean): VCpu | null
  /** A queued vCPU is held: removes it from its queue. */
  dequeue(v: VCpu): void
  /** A pCPU has switched from this vCPU to another. */
  left(previous: VCpu): void
  /** One of the scheduler's own timers is due; the scheduler sets its next time itself. */
  timerFired(timer: number): void
  /** The weight or cap of a domain has changed. */
  parametersChanged(domain: Domain): void
}

/** What the engine offers a scheduler. */
export interface Machine extends LoanLedger {
  /** Sets when one of the scheduler's own timers is due, ns; Infinity for never. */
  setTimer(timer: number, at: number): void
  /** The vCPU may not run until it is released, because its domain's cap is used up. */
  hold(v: VCpu): void
  /** Allows the vCPU to run again; one with work is woken. */
  release(v: VCpu): void
}
