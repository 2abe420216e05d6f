/** What one file said of one domain's requests, second by second. Times are since the builder's origin. */
export interface SaidSeconds {
  /** By the second in which requests ended: how many, and the sum of their marks. */
  bySecond: Map<number, { count: number; sum: number }>
  first: number
  last: number
  /** The marks of the first and of the last second, of which a file may hold a part. */
  firstMarks: number[]
  lastMarks: number[]
}

/** Two days and more; what a longer file says after them is not compared, so memory has a bound. */
const MOST_SECONDS = 200_000
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

/** A sum of marks; the remainder of a division would cost more than all else about a mark. */
function added(sum: number, mark: number): number {
  const total = sum + mark
  return total >= MODULUS ? total - MODULUS : total
}

/** Notes what a file says, in the order of its lines. */
export class SecondsRecorder {
  readonly said: SaidSeconds = {
    bySecond: new Map(),
    first: Number.POSITIVE_INFINITY,
    last: Number.NEGATIVE_INFINITY,
    firstMarks: [],
    lastMarks: [],
  }
  #second = Number.NaN
  #entry = { count: 0, sum: 0 }

  add(second: number, mark: number): void {
    const { said } = this
    if (second !== this.#second) {
      if (said.bySecond.size >= MOST_SECONDS) return
      this.#goTo(second)
    }
    this.#entry.count++
    this.#entry.sum = added(this.#entry.sum, mark)
    if (second === said.first) said.firstMarks.push(mark)
    if (second === said.last) said.lastMarks.push(mark)
  }

  #goTo(second: number): void {
    const { said } = this
    this.#second = second
    const known = said.bySecond.get(second)
    this.#entry = known ?? { count: 0, sum: 0 }
    if (!known) said.bySecond.set(second, this.#entry)
    if (second < said.first) {
      said.first = second
      said.firstMarks = []
    }
    if (second > said.last) {
      said.last = second
      said.lastMarks = []
    }
  }
}

/** An earlier file, and how many seconds of it the present one has said again. */
export interface Compared {
  said: SaidSeconds
  matched: number
}

/**
 * Which of the requests that ended in one second another file has said already: all of them where it
 * said just these. A file holds only a part of the second in which it begins or ends; two that follow
 * each other share such a second without holding the same, so it counts only between files that agree
 * elsewhere.
 * @param began the first second of the present file
 */
export function repeatedIn(
  compared: readonly Compared[],
  second: number,
  marks: readonly number[],
  began: number,
): boolean[] {
  const repeated = marks.map(() => false)
  const sum = marks.reduce(added, 0)
  for (const each of compared) {
    const { bySecond, first, last, firstMarks, lastMarks } = each.said
    const known = bySecond.get(second)
    if (!known) continue
    const isEdge = second === first || second === last
    const isSame = known.count === marks.length && known.sum === sum
    if (isEdge && each.matched === 0 && !(isSame && began === first && second === first)) continue
    if (isSame) {
      each.matched++
      return marks.map(() => true)
    }
    if (isEdge) strike(second === first ? firstMarks : lastMarks, marks, repeated)
  }
  return repeated
}

/** Each mark of the other file strikes out one of its like. */
function strike(others: readonly number[], marks: readonly number[], repeated: boolean[]): void {
  const left = new Map<number, number>()
  for (const mark of others) left.set(mark, (left.get(mark) ?? 0) + 1)
  marks.forEach((mark, i) => {
    const count = left.get(mark) ?? 0
    if (repeated[i] || count === 0) return
    repeated[i] = true
    left.set(mark, count - 1)
  })
}
