/** What one file said of one domain's requests, second by second. Times are since the builder's origin. */
export interface SaidSeconds {
  /** By the second in which requests ended: how many, and the sum of their marks. */
  bySecond: SecondTable
  first: number
  last: number
  /** The marks in the seconds of which a file may hold a part, where it begins and where it ends. */
  edgeMarks: Map<number, number[]>
}

export interface SaidSecond {
  count: number
  sum: number
}

const BLOCK_SECONDS = 256
/** Six days, in 6 MB; what a longer file says after them is not compared, so memory has a bound. */
const MOST_BLOCKS = 2000
/** Stamps are cut to a second, so a file may begin and end in the midst of two. */
const EDGE_SECONDS = 2
/** Fewer bits could not tell a few million requests apart. */
const MODULUS = 2 ** 53

/** A number that is the same for the same request, and hardly ever for another. */
export function markOf(
  startSeconds: number,
  durationSeconds: number,
  isError: boolean,
  bytes: number,
): number {
  const start = Math.round(startSeconds * 1e6)
  const took = durationSeconds >= 0 ? Math.round(durationSeconds * 1e6) + 1 : 0
  const low = Math.imul(start, 0x9e3779b1) ^ Math.imul(took, 0x85ebca6b)
  const high = Math.imul(bytes + 2, 0xc2b2ae35) ^ Math.imul(took + (isError ? 7 : 3), 0x27d4eb2f)
  return (low >>> 0) + ((high >>> 0) & 0x1fffff) * 2 ** 32
}

/**
 * The same for several, in any order. The remainder of a division would cost more than all else about a
 * mark.
 */
export function sumOfMarks(sum: number, mark: number): number {
  const total = sum + mark
  return total >= MODULUS ? total - MODULUS : total
}

/** Whether a file may hold only a part of what was asked in this second. */
export function isEdge({ first, last }: SaidSeconds, second: number): boolean {
  return second < first + EDGE_SECONDS || second > last - EDGE_SECONDS
}

/** Counts and sums of marks by seconds, most of which are neighbours. */
class SecondTable {
  readonly #blocks = new Map<number, Block>()

  /** Undefined for a second of which nothing was said. */
  get(second: number): SaidSecond | undefined {
    const block = this.#blocks.get(Math.floor(second / BLOCK_SECONDS))
    const at = block ? second - block.from : 0
    return block?.counts[at] ? { count: block.counts[at], sum: block.sums[at]! } : undefined
  }

  /** Null where the table is full. */
  blockOf(second: number): Block | null {
    const number = Math.floor(second / BLOCK_SECONDS)
    const known = this.#blocks.get(number)
    if (known || this.#blocks.size >= MOST_BLOCKS) return known ?? null
    const block = {
      from: number * BLOCK_SECONDS,
      counts: new Uint32Array(BLOCK_SECONDS),
      sums: new Float64Array(BLOCK_SECONDS),
    }
    this.#blocks.set(number, block)
    return block
  }
}

interface Block {
  /** The first of its seconds. */
  from: number
  counts: Uint32Array
  sums: Float64Array
}

/** Notes what a file says, in the order of its lines. */
export class SecondsRecorder {
  readonly said: SaidSeconds = {
    bySecond: new SecondTable(),
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    edgeMarks: new Map(),
  }
  #second = Number.NaN
  #block: Block | null = null
  #at = 0
  #edge: number[] | null = null

  add(second: number, mark: number): void {
    if (second !== this.#second) this.#goTo(second)
    const block = this.#block
    if (!block) return
    const at = this.#at
    block.counts[at]!++
    block.sums[at] = sumOfMarks(block.sums[at]!, mark)
    this.#edge?.push(mark)
  }

  #goTo(second: number): void {
    const { said } = this
    const block = said.bySecond.blockOf(second)
    this.#second = second
    this.#block = block
    if (!block) return
    this.#at = second - block.from
    if (block.counts[this.#at] === 0) {
      if (second < said.first) said.first = second
      if (second > said.last) said.last = second
      said.edgeMarks.set(second, [])
      for (const each of said.edgeMarks.keys()) if (!isEdge(said, each)) said.edgeMarks.delete(each)
    }
    this.#edge = said.edgeMarks.get(second) ?? null
  }
}
