import type { TwinGuest } from '../config/twin-config.ts'
import { FairQueue } from './fair-queue.ts'
import type { KernelTicks } from './kernel-ticks.ts'
import type { Request } from './requests.ts'
import { TimeSharing } from './time-sharing.ts'

/** The services of one vCPU and how they share it. Times in ns. */
export interface ServiceQueue {
  readonly size: number
  /** Adds a job that needs `leftNs`. */
  add(job: Request): void
  /** The vCPU has run for this many ns, up to now. */
  advance(ns: number, now: number): void
  /**
   * How long the vCPU must run until a job ends or the turn may pass, whole ns; Infinity for never.
   */
  timeToTurn(now: number): number
  /**
   * That time has come.
   * @returns the job that has ended; null when only the turn passed
   */
  turn(): Request | null
  /** Removes an unfinished job, for another vCPU. */
  take(): Request
}

/**
 * The queue for the domain's discipline. (With one service at a time, every discipline is first
 * come, first served.)
 * @param endless number of jobs that never end
 */
export function serviceQueue(
  { load }: TwinGuest,
  { periodNs, phaseNs }: KernelTicks,
  endless: number,
): ServiceQueue {
  return load?.discipline === 'time-sharing'
    ? new TimeSharing(periodNs, phaseNs, endless)
    : new FairQueue(endless)
}
