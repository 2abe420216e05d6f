import { divideCpus } from './water-filling.ts'

/** Work of Domain-0: a request on its way to its guest, or something that no request waits for. */
interface Packet {
  guest: number | null
  arrivedSeconds: number
  /** Still to be done in Domain-0. */
  leftSeconds: number
  /** To be done in the guest afterwards. */
  demandSeconds: number
}

interface FluidCpuOptions {
  pCpus: number
  /** CPUs that each guest can use at once: its vCPU, or its cap. */
  mostPCpus: readonly number[]
  /** What each guest's requests need of Domain-0 before the guest sees them, seconds. */
  domain0Seconds: readonly number[]
  onAnswer: (guest: number, arrivedSeconds: number, enteredSeconds: number, now: number) => void
}

/** Domain-0 is one more that wants CPU, behind the guests. It has one vCPU. */
const DOMAIN0_MOST = 1
/** Packets that are done are dropped so many at a time. */
const MOST_LEFT_BEHIND = 1000

/**
 * A host without slices and queues of a scheduler: at each moment whoever has work has its part of
 * the CPUs by weight, and the requests of a guest share the guest's part evenly. Domain-0 works on
 * one request after the other, and a guest gets its request only then. Event by event, exact but for
 * rounding.
 */
export class FluidCpu {
  readonly #options: FluidCpuOptions
  readonly #domain0: number
  #now: number
  #weights: readonly number[]
  readonly #queues: TagHeap[]
  /** Work that a request has had since its guest was last idle, the same for each that was there. */
  readonly #attained: Float64Array
  readonly #waiting: Packet[] = []
  #firstWaiting = 0
  /** CPU seconds of each guest, and of Domain-0 last, since `takeUsed`. */
  #used: Float64Array
  /** By the set of those that have work, a bit each. */
  #ratesOf = new Map<number, Float64Array>()
  #busy = 0

  constructor(options: FluidCpuOptions, nowSeconds: number, weights: readonly number[]) {
    const guests = options.mostPCpus.length
    this.#options = options
    this.#domain0 = guests
    this.#now = nowSeconds
    this.#weights = weights
    this.#queues = options.mostPCpus.map(() => new TagHeap())
    this.#attained = new Float64Array(guests)
    this.#used = new Float64Array(guests + 1)
  }

  /** @param weights of the guests, and of Domain-0 last */
  setWeights(weights: readonly number[]): void {
    this.#weights = weights
    this.#ratesOf = new Map()
  }

  /** CPU seconds of each guest, and of Domain-0 last, since this was asked last. */
  takeUsed(): Float64Array {
    const used = this.#used
    this.#used = new Float64Array(used.length)
    return used
  }

  /** A request arrives at the moment up to which the host was played. */
  arrive(guest: number, demandSeconds: number): void {
    const arrivedSeconds = this.#now
    const leftSeconds = this.#options.domain0Seconds[guest]!
    if (leftSeconds === 0) this.#enter(guest, arrivedSeconds, demandSeconds)
    else this.#toDomain0({ guest, arrivedSeconds, leftSeconds, demandSeconds })
  }

  /** Work of Domain-0 that no request waits for. */
  addBackground(cpuSeconds: number): void {
    const work = { guest: null, arrivedSeconds: this.#now, demandSeconds: 0 }
    this.#toDomain0({ ...work, leftSeconds: cpuSeconds })
  }

  /** Plays until a moment. */
  playTo(toSeconds: number): void {
    for (;;) {
      if (this.#busy === 0) break
      const rates = this.#rates()
      let [next, soonest] = [-1, Number.POSITIVE_INFINITY]
      for (let each = 0; each < this.#domain0; each++) {
        const queue = this.#queues[each]!
        if (queue.size === 0) continue
        const seconds = ((queue.leastTag - this.#attained[each]!) * queue.size) / rates[each]!
        if (seconds < soonest) [next, soonest] = [each, seconds]
      }
      if (this.#firstWaiting < this.#waiting.length) {
        const { leftSeconds } = this.#waiting[this.#firstWaiting]!
        const seconds = leftSeconds / rates[this.#domain0]!
        if (seconds < soonest) [next, soonest] = [this.#domain0, seconds]
      }
      if (this.#now + soonest > toSeconds) break
      this.#pass(Math.max(0, soonest), rates)
      if (next === this.#domain0) this.#leaveDomain0()
      else this.#answer(next)
    }
    if (this.#busy !== 0) this.#pass(toSeconds - this.#now, this.#rates())
    this.#now = toSeconds
  }

  #rates(): Float64Array {
    let rates = this.#ratesOf.get(this.#busy)
    if (rates === undefined) {
      const { pCpus, mostPCpus } = this.#options
      const most = [...mostPCpus, DOMAIN0_MOST]
      const wanting = most.map((_, index) => (this.#busy & (1 << index)) !== 0)
      rates = divideCpus(pCpus, wanting, this.#weights, most)
      this.#ratesOf.set(this.#busy, rates)
    }
    return rates
  }

  #pass(seconds: number, rates: Float64Array): void {
    this.#now += seconds
    for (let each = 0; each < this.#domain0; each++) {
      const { size } = this.#queues[each]!
      if (size === 0) continue
      const work = rates[each]! * seconds
      this.#used[each]! += work
      this.#attained[each]! += work / size
    }
    const inDomain0 = this.#waiting[this.#firstWaiting]
    if (inDomain0 === undefined) return
    const work = rates[this.#domain0]! * seconds
    this.#used[this.#domain0]! += work
    inDomain0.leftSeconds -= work
  }

  #toDomain0(packet: Packet): void {
    this.#waiting.push(packet)
    this.#busy |= 1 << this.#domain0
  }

  #leaveDomain0(): void {
    const { guest, arrivedSeconds, demandSeconds } = this.#waiting[this.#firstWaiting]!
    this.#firstWaiting++
    if (this.#firstWaiting === this.#waiting.length) {
      this.#busy &= ~(1 << this.#domain0)
      this.#waiting.length = this.#firstWaiting = 0
    } else if (this.#firstWaiting > MOST_LEFT_BEHIND) {
      this.#waiting.splice(0, this.#firstWaiting)
      this.#firstWaiting = 0
    }
    if (guest !== null) this.#enter(guest, arrivedSeconds, demandSeconds)
  }

  #enter(guest: number, arrivedSeconds: number, demandSeconds: number): void {
    const queue = this.#queues[guest]!
    if (queue.size === 0) this.#attained[guest] = 0
    queue.add(this.#attained[guest]! + demandSeconds, arrivedSeconds, this.#now)
    this.#busy |= 1 << guest
  }

  #answer(guest: number): void {
    const queue = this.#queues[guest]!
    const { leastArrived, leastEntered } = queue
    queue.removeLeast()
    if (queue.size === 0) this.#busy &= ~(1 << guest)
    this.#options.onAnswer(guest, leastArrived, leastEntered, this.#now)
  }
}

/** A guest's requests by the attained work at which each is answered; a binary heap. */
class TagHeap {
  readonly #tags: number[] = []
  readonly #arrived: number[] = []
  readonly #entered: number[] = []

  get size(): number {
    return this.#tags.length
  }

  get leastTag(): number {
    return this.#tags[0]!
  }

  get leastArrived(): number {
    return this.#arrived[0]!
  }

  get leastEntered(): number {
    return this.#entered[0]!
  }

  add(tag: number, arrivedSeconds: number, enteredSeconds: number): void {
    let at = this.#tags.length
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#tags[parent]! <= tag) break
      this.#put(at, this.#tags[parent]!, this.#arrived[parent]!, this.#entered[parent]!)
      at = parent
    }
    this.#put(at, tag, arrivedSeconds, enteredSeconds)
  }

  removeLeast(): void {
    const tag = this.#tags.pop()!
    const arrived = this.#arrived.pop()!
    const entered = this.#entered.pop()!
    const { length } = this.#tags
    if (length === 0) return
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= length) break
      if (child + 1 < length && this.#tags[child + 1]! < this.#tags[child]!) child++
      if (this.#tags[child]! >= tag) break
      this.#put(at, this.#tags[child]!, this.#arrived[child]!, this.#entered[child]!)
      at = child
    }
    this.#put(at, tag, arrived, entered)
  }

  #put(at: number, tag: number, arrived: number, entered: number): void {
    this.#tags[at] = tag
    this.#arrived[at] = arrived
    this.#entered[at] = entered
  }
}
