import { EventQueue } from './event-queue.ts'

/** Events kept back although they could go: a gap is only known when its pCPU writes again. */
const KEEP_BACK = 200_000
/** Never more than this, whatever the order: 14 bytes each. */
const MOST = 4_000_000

export type OnEvent = (time: number, pcpu: number, subject: number, kind: number) => void

/**
 * Puts the events of all pCPUs into the order of time. Within a pCPU they are in order already, but
 * xentrace writes the pCPUs' pieces in rounds, 0, 1, 2, ...: a pCPU's events of one round come after
 * all others' of that round. A pCPU is drained after every pCPU was in the round before; so all that
 * is still to come after a round happened after the latest event of the round before it, and
 * whatever is older can go. That needs the buffers of two rounds; where they are larger than `MOST`
 * events the oldest go all the same, and what turns up later than it should is counted in `late`.
 */
export class PcpuMerge {
  /** Events that came after later ones had gone; they are given at the time of those. */
  late = 0
  private readonly queues = new Map<number, EventQueue>()
  private readonly lastOf = new Map<number, number>()
  /** Binary heap of the pCPUs that have events, the oldest first. */
  private readonly heap: { pcpu: number; queue: EventQueue }[] = []
  private held = 0
  private clock = Number.NEGATIVE_INFINITY
  private lastPcpu = -1
  private latest = Number.NEGATIVE_INFINITY
  private latestOfRoundBefore = Number.NEGATIVE_INFINITY
  private readonly onEvent: OnEvent
  private readonly keepBack: number
  private readonly most: number

  constructor(onEvent: OnEvent, { keepBack = KEEP_BACK, most = MOST } = {}) {
    this.onEvent = onEvent
    this.keepBack = keepBack
    this.most = most
  }

  /** A piece of this pCPU begins. */
  piece(pcpu: number): void {
    if (pcpu <= this.lastPcpu) {
      const limit = this.latestOfRoundBefore
      while (this.held > this.keepBack && this.heap[0]!.queue.time <= limit) this.give()
      this.latestOfRoundBefore = this.latest
    }
    this.lastPcpu = pcpu
  }

  /** The time of any record, also of those that are not events. */
  seen(time: number): void {
    if (time > this.latest) this.latest = time
  }

  push(time: number, pcpu: number, subject: number, kind: number): void {
    let queue = this.queues.get(pcpu)
    if (!queue) {
      queue = new EventQueue()
      this.queues.set(pcpu, queue)
    }
    const inOrder = Math.max(time, this.lastOf.get(pcpu) ?? time)
    this.lastOf.set(pcpu, inOrder)
    queue.push(inOrder, subject, kind)
    if (queue.length === 1) this.rise({ pcpu, queue })
    this.held++
    while (this.held > this.most) this.give()
  }

  finish(): void {
    while (this.held > 0) this.give()
  }

  private give(): void {
    const { pcpu, queue } = this.heap[0]!
    const { time, subject, kind } = queue
    queue.drop()
    this.held--
    if (queue.length > 0) this.sink()
    else {
      const last = this.heap.pop()!
      if (last.queue !== queue) {
        this.heap[0] = last
        this.sink()
      }
    }
    if (time < this.clock) this.late++
    else this.clock = time
    this.onEvent(this.clock, pcpu, subject, kind)
  }

  private rise(entry: { pcpu: number; queue: EventQueue }): void {
    const { heap } = this
    let at = heap.push(entry) - 1
    for (let up = (at - 1) >> 1; at > 0 && before(entry, heap[up]!); up = (at - 1) >> 1) {
      heap[at] = heap[up]!
      at = up
    }
    heap[at] = entry
  }

  private sink(): void {
    const { heap } = this
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

/** Ties go by pCPU, so that the order is the same however the bytes arrive. */
function before(
  a: { pcpu: number; queue: EventQueue },
  b: { pcpu: number; queue: EventQueue },
): boolean {
  const [x, y] = [a.queue.time, b.queue.time]
  return x < y || (x === y && a.pcpu < b.pcpu)
}
