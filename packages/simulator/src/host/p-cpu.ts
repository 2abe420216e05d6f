import { unknown } from '../units.ts'
import { RunQueue } from './run-queue.ts'
import type { VCpu } from './v-cpu.ts'

/** A physical CPU. Times in ns. */
export class PCpu {
  readonly index: number
  /** The vCPU running on it; null when idle. */
  current: VCpu | null = null
  /** When its scheduler is due to be called again. */
  sliceEnds = Number.POSITIVE_INFINITY
  /** When the first piece of work running on it ends. */
  workEnds = Number.POSITIVE_INFINITY
  busySince = unknown
  /** Whether a call of its scheduler is pending. */
  mustSchedule = false

  // State kept by its scheduler.

  /** Idle without a pending scheduling request. */
  idle = true
  /** A scheduling request was made and not yet served. */
  tickled = false
  /** Its own queue, for schedulers with one queue per pCPU. */
  readonly queue = new RunQueue()
  /** Number of running and queued vCPUs. */
  runnable = 0

  constructor(index: number) {
    this.index = index
  }
}
