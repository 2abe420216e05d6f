import { EventQueue } from './event-queue.ts'

/** Number of events kept back: a gap is only known when its pCPU writes again. */
const KEEP_BACK = 200_000
/** Hard limit on the events kept, whatever the order: 14 bytes each. */
const MOST = 4_000_000

type OnEvent = (time: number, pCpu: number, subject: number, kind: number) => void

/**
 * Merges the events of all pCPUs in the order of time. Within a pCPU they are in order already, but
 * xentrace writes the pCPUs' pieces in rounds, 0, 1, 2, ...: a pCPU's events of one round come
 * after all others' of that round. A pCPU is drained after every pCPU was in the round before. So
 * everything that comes after a round happened after the latest event of the round before it, and
 * older events can be released. That needs the buffers of two rounds. If they exceed `MOST` events,
 * the oldest are released all the same, and events that turn up too late are counted in `late`.
 */
export class PCpuMerge {
  /** Number of events that came after later ones had been released; they get the time of those. */
  late = 0
  readonly #queues = new Map<number, EventQueue>()
  readonly #lastOf = new Map<number, number>()
  /** Binary heap of the pCPUs that have events, the oldest first. */
  readonly #heap: { pCpu: number; queue: EventQueue }[] = []
  #held = 0
  #clock = Number.NEGATIVE_INFINITY
  #lastPCpu = -1
  #latest = Number.NEGATIVE_INFINITY
  #latestOfRoundBefore = Number.NEGATIVE_INFINITY
  readonly #onEvent: OnEvent
  readonly #keepBack: number
  readonly #most: number

  constructor(onEvent: OnEvent, { keepBack = KEEP_BACK, most = MOST } = {}) {
    this.#onEvent = onEvent
    this.#keepBack = keepBack
    this.#most = most
  }

  /** A piece of this pCPU begins. */
  piece(pCpu: number): void {
    if (pCpu <= this.#lastPCpu) {
      const limit = this.#latestOfRoundBefore
      while (this.#held > this.#keepBack && this.#heap[0]!.queue.time <= limit) this.#give()
      this.#latestOfRoundBefore = this.#latest
    }
    this.#lastPCpu = pCpu
  }

  /** Notes the time of any record, including those that are not events. */
  seen(time: number): void {
    if (time > this.#latest) this.#latest = time
  }

  push(time: number, pCpu: number, subject: number, kind: number): void {
    let queue = this.#queues.get(pCpu)
    if (!queue) {
      queue = new EventQueue()
      this.#queues.set(pCpu, queue)
    }
    const inOrder = Math.max(time, this.#lastOf.get(pCpu) ?? time)
    this.#lastOf.set(pCpu, inOrder)
    queue.push(inOrder, subject, kind)
    if (queue.length === 1) this.#rise({ pCpu, queue })
    this.#held++
    while (this.#held > this.#most) this.#give()
  }

  finish(): void {
    while (this.#held > 0) this.#give()
  }

  #give(): void {
    const { pCpu, queue } = this.#heap[0]!
    const { time, subject, kind } = queue
    queue.drop()
    this.#held--
    if (queue.length > 0) this.#sink()
    else {
      const last = this.#heap.pop()!
      if (last.queue !== queue) {
        this.#heap[0] = last
        this.#sink()
      }
    }
    if (time < this.#clock) this.late++
    else this.#clock = time
    this.#onEvent(this.#clock, pCpu, subject, kind)
  }

  #rise(entry: { pCpu: number; queue: EventQueue }): void {
    const heap = this.#heap
    let at = heap.push(entry) - 1
    for (let up = (at - 1) >> 1; at > 0 && before(entry, heap[up]!); up = (at - 1) >> 1) {
      heap[at] = heap[up]!
      at = up
    }
    heap[at] = entry
  }

  #sink(): void {
    const heap = this.#heap
    const entry = heap[0]!
    let at = 0
    for (;;) {
      let down = 2 * at + 1
      if (down >= heap.length) break
      if (down + 1 < heap.length && before(heap[down + 1]!, heap[down]!)) down++
      if (!before(heap[down]!, entry)) break
      heap[at] = heap[down]!
      at = down
    }
    heap[at] = entry
  }
}

/** The pCPU breaks ties, so that the order does not depend on how the bytes arrive. */
function before(
  a: { pCpu: number; queue: EventQueue },
  b: { pCpu: number; queue: EventQueue },
): boolean {
  const [x, y] = [a.queue.time, b.queue.time]
  return x < y || (x === y && a.pCpu < b.pCpu)
}
