import { RunQueue } from './run-queue.ts'
import { unknown } from './units.ts'
import type { VCpu } from './v-cpu.ts'

/** A physical CPU. Times in ns. */
export class PCpu {
  readonly index: number
  /** The vCPU on it, null for none. */
  current: VCpu | null = null
  /** When the scheduler wants to be asked again. */
  sliceEnds = Number.POSITIVE_INFINITY
  /** When the first piece of work on it ends. */
  workEnds = Number.POSITIVE_INFINITY
  busySince = unknown
  /** Waits for its scheduler. */
  mustSchedule = false

  // What its scheduler notes about it.

  /** Idle and not yet asked to schedule. */
  idle = true
  /** Asked to schedule and not yet done so. */
  tickled = false
  /** Where each pCPU has a queue of its own. */
  readonly queue = new RunQueue()
  /** Running and queued vCPUs. */
  runnable = 0

  constructor(index: number) {
    this.index = index
  }
}
