import type { LoggedRequest } from '../traced/request-collector.ts'
import type { TracePart } from '../xentrace/read-schedule.ts'
import type { StateSpan } from '../xentrace/v-cpu-states.ts'
import { lanesOf } from './lanes.ts'
import { MOST_FLOWS, RequestFlows } from './request-flows.ts'
import { TrackEvents } from './track-events.ts'

/** More than the number of any vCPU, so that the requests of a domain come below its vCPUs. */
const AFTER_VCPUS = 2 ** 16

/** With the most arrows, some megabytes. */
const PIECE_REQUESTS = 2000

/** Part of a trace, and the requests that were in flight in it, by domain. */
export interface PartWithRequests extends TracePart {
  /** In the order of their start, seconds since the start of the trace. */
  requests: ReadonlyMap<string, readonly LoggedRequest[]>
  leftOut?: readonly LeftOutRequests[]
}

/** Whose requests are not among those of a part, and why. */
export interface LeftOutRequests {
  /** Null for all domains. */
  domain: string | null
  reason: string
}

/**
 * Writes how vCPUs shared the pCPUs as a trace that Perfetto opens: a track for each pCPU with the
 * vCPUs that it ran, and one for each vCPU with the times in which it ran and in which it waited for
 * a pCPU; in between it was blocked. Requests have as many tracks below their domain's vCPUs as were
 * in flight at once, and arrows connect each with the runs of its domain meanwhile. Where requests
 * are left out, a slice in their place says why. Times are nanoseconds since the start of the trace.
 */
export class PerfettoTrace {
  readonly #events = new TrackEvents()
  readonly #part: PartWithRequests
  readonly #flows = new Map<string, RequestFlows>()
  #reached = 0

  constructor(part: PartWithRequests) {
    this.#part = part
    let firstFlow = 1
    for (const [domain, requests] of part.requests) {
      this.#flows.set(domain, new RequestFlows(requests, firstFlow))
      firstFlow += requests.length * MOST_FLOWS
    }
  }

  /** Adds a state within the part. Those of a vCPU come in the order of time. */
  add({ domain, vCpu, state, pCpu, fromSeconds, toSeconds }: StateSpan): void {
    this.#reached = Math.max(this.#reached, toSeconds)
    if (state !== 'running' && state !== 'runnable') return
    const events = this.#events
    const name = `${domain} vCPU ${vCpu}`
    const own = events.track(name, events.track(domain, null), vCpu)
    const [words, flows] =
      state === 'running'
        ? ['runs', this.#flows.get(domain)?.into(fromSeconds, toSeconds) ?? []]
        : ['waits for a pCPU', []]
    const slice = { track: own, name: words, category: state, flows, ms: null }
    events.slice(slice, fromSeconds, toSeconds)
    if (pCpu === null) return
    const track = events.track(`pCPU ${pCpu}`, events.track('pCPUs', null), pCpu)
    events.slice({ ...slice, track, name, flows: [] }, fromSeconds, toSeconds)
  }

  /**
   * Adds the requests, after all states: only then is it known which runs they had.
   * @returns what was written since the last call of `take`, in pieces of limited size
   */
  *requestPieces(): Generator<Uint8Array> {
    const { fromSeconds, leftOut = [] } = this.#part
    if (leftOut.length > 0 && this.#reached > fromSeconds) {
      for (const each of leftOut) this.#tellLeftOut(each)
      yield this.take()
    }
    for (const [domain, requests] of this.#part.requests) {
      const lanes = lanesOf(requests)
      for (let first = 0; first < requests.length; first += PIECE_REQUESTS) {
        const last = Math.min(requests.length, first + PIECE_REQUESTS)
        for (let i = first; i < last; i++) this.#addRequest(domain, i, lanes[i]!)
        yield this.take()
      }
    }
  }

  #addRequest(domain: string, number: number, lane: number): void {
    const events = this.#events
    const { startSeconds, endSeconds } = this.#part.requests.get(domain)![number]!
    const slice = {
      track: events.track(`requests ${lane + 1}`, events.track(domain, null), AFTER_VCPUS + lane),
      name: 'request',
      category: 'request',
      flows: this.#flows.get(domain)!.outOf(number),
      ms: 1000 * (endSeconds - startSeconds),
    }
    const from = Math.max(startSeconds, this.#part.fromSeconds)
    events.slice(slice, from, Math.min(endSeconds, this.#part.toSeconds))
  }

  /** A track without slices would not be shown. */
  #tellLeftOut({ domain, reason }: LeftOutRequests): void {
    const events = this.#events
    const above = domain === null ? null : events.track(domain, null)
    const track = events.track('requests', above, AFTER_VCPUS)
    const name = `left out: ${reason}`
    const slice = { track, name, category: 'request', flows: [], ms: null }
    events.slice(slice, this.#part.fromSeconds, this.#reached)
  }

  /** What was written since the last call. */
  take(): Uint8Array {
    return this.#events.take()
  }
}
