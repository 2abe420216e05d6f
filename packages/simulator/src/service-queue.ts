/** The services of one vCPU, and how they share it. Times in ns. */
export interface ServiceQueue {
  readonly size: number
  add(job: number, demandNs: number): void
  /** The vCPU has run for so many ns. */
  advance(ns: number): void
  /** How long the vCPU must run until a job ends or the turn may pass, whole ns; Infinity for never. */
  timeToTurn(now: number): number
  /** That time has come. @returns the job that has ended, -1 when only the turn passed */
  turn(now: number): number
  /** Takes some job away that is not done, for another vCPU. */
  take(): { job: number; leftNs: number }
}
