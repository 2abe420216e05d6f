import type { LoanLedger } from './credit1-loans.ts'

/** What the engine asks of a scheduler. vCPUs and pCPUs are numbers, see Host. */
export interface Scheduler {
  /** The vCPU has work and is neither running nor queued: queue it, ask pCPUs to schedule. */
  wake(v: number): void
  /** An I/O event reaches a vCPU that is queued. Without it such events change nothing. */
  eventWaits?(v: number): void
  /**
   * Who runs on this pCPU from now on; sets `host.sliceEnds`.
   * @param current the vCPU on it so far, -1 for none
   * @param runnable whether `current` could go on
   * @returns a vCPU, taken off its queue, or -1 for none
   */
  schedule(pCpu: number, current: number, runnable: boolean): number
  /** A queued vCPU is held back: it leaves its queue. */
  dequeue(v: number): void
  /** The pCPU has turned from one vCPU to another. */
  switched(pCpu: number, previous: number): void
  /** One of the scheduler's own timers is due; it sets its next time itself. */
  timerFired(timer: number): void
  /** The weight or cap of a domain has changed. */
  parametersChanged(domain: number): void
}

/** What a scheduler may ask of the engine. */
export interface Machine extends LoanLedger {
  /** When one of the scheduler's own timers is due, ns; Infinity for never. */
  setTimer(timer: number, at: number): void
  hasWork(v: number): boolean
  /** The vCPU may not run until it is released: its domain's cap is used up. */
  hold(v: number): void
  /** Lets it back in; a vCPU with work is woken. */
  release(v: number): void
}
