import type { XenmonRow } from './xenmon-row.ts'

/**
 * Since Xen 4.8 (acdedf455c) the scheduler's records have the vcpu id in front of their former
 * fields. Unmodified xenbaked takes the id for the wait, and the wait for the allotted slice: its
 * "waited" per dispatch is 0 to 127 when a real one is some microseconds at least, and
 * "allocated/ex" is any number instead of a time slice.
 */
const LARGEST_VCPU_ID_AS_WAIT_NS = 127

/** Slices are whole microseconds; a mean wait hardly ever is. */
const SLICE_STEP_NS = 1000

/** Detects whether the rows with dispatches that xenmon wrote for one domain show no real wait. */
export class BrokenWaits {
  #largestWaitNs = 0
  #dispatched = false
  #oddSlices = false

  see(row: XenmonRow): void {
    this.#dispatched ||= row.dispatchesPerSecond > 0
    this.#largestWaitNs = Math.max(this.#largestWaitNs, row.waitedNsPerDispatch)
    this.#oddSlices ||= row.allocatedNsPerDispatch % SLICE_STEP_NS !== 0
  }

  get found(): boolean {
    return this.#dispatched && this.#largestWaitNs <= LARGEST_VCPU_ID_AS_WAIT_NS
  }

  /** States the problem and its remedy. */
  sentence(domain: string): string {
    const wait = this.#oddSlices ? ', and a wait that counts blocked time too as allocated/ex' : ''
    return `The waited columns of ${domain} hold no times: unmodified xenmon on Xen 4.8 and later writes the vcpu id there${wait}. CPU and blocked times are right, but no runnable wait is used. To get it, use “Record now” with the trace, or xentrace (xentrace -D -e 0x0002f000 -T 60 trace.bin). A corrected xenbaked does as well.`
  }
}
