/** What one file said of one domain's requests, second by second. Times are since the builder's origin. */
export interface SaidSeconds {
  /** By the second in which requests ended: how many, and the sum of their marks. */
  bySecond: Map<number, SaidSecond>
  first: number
  last: number
  /** The marks in the seconds of which a file may hold a part, where it begins and where it ends. */
  edgeMarks: Map<number, number[]>
}

export interface SaidSecond {
  count: number
  sum: number
}

/** Two days and more; what a longer file says after them is not compared, so memory has a bound. */
const MOST_SECONDS = 200_000
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

/** Notes what a file says, in the order of its lines. */
export class SecondsRecorder {
  readonly said: SaidSeconds = {
    bySecond: new Map(),
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    edgeMarks: new Map(),
  }
  #second = Number.NaN
  #entry: SaidSecond = { count: 0, sum: 0 }
  #edge: number[] | null = null

  add(second: number, mark: number): void {
    if (second !== this.#second && !this.#goTo(second)) return
    this.#entry.count++
    this.#entry.sum = sumOfMarks(this.#entry.sum, mark)
    this.#edge?.push(mark)
  }

  #goTo(second: number): boolean {
    const { said } = this
    let entry = said.bySecond.get(second)
    if (!entry) {
      if (said.bySecond.size >= MOST_SECONDS) return false
      entry = { count: 0, sum: 0 }
      said.bySecond.set(second, entry)
      if (second < said.first) said.first = second
      if (second > said.last) said.last = second
      said.edgeMarks.set(second, [])
      for (const each of said.edgeMarks.keys()) if (!isEdge(said, each)) said.edgeMarks.delete(each)
    }
    this.#second = second
    this.#entry = entry
    this.#edge = said.edgeMarks.get(second) ?? null
    return true
  }
}
