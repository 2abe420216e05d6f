import type { RequestReceiver } from './request-sink.ts'
import {
  isEdge,
  markOf,
  type SaidSecond,
  type SaidSeconds,
  SecondsRecorder,
  sumOfMarks,
} from './said-seconds.ts'

interface Waiting {
  start: number
  duration: number
  isError: boolean
  bytes: number
}

/** The requests of the present file that ended in one second. */
interface Held extends SaidSecond {
  waiting: Waiting[]
  marks: number[]
}

/** An earlier file, and whether the present one has said any whole second of it again. */
interface Compared {
  said: SaidSeconds
  agrees: boolean
}

/** Lines are nearly in the order in which requests ended; the seconds after one tell about it. */
const HELD_SECONDS = 6

/**
 * Passes on the requests of one file that no file before it held: rotated logs, copies and repeated
 * pulls overlap. What stands twice in one file was asked twice. Whole seconds are compared; two files
 * that follow each other share one without holding the same, so the seconds in which a file begins or
 * ends count only between files that agree elsewhere.
 */
export class RepeatFilter implements RequestReceiver {
  readonly #into: RequestReceiver
  readonly #said: SaidSeconds[]
  readonly #earlier: Compared[]
  readonly #recorder = new SecondsRecorder()
  readonly #onRepeated: (count: number) => void
  readonly #held = new Map<number, Held>()
  #latest = Number.NEGATIVE_INFINITY

  /** @param said by the files before; what this one says is added when it ends */
  constructor(into: RequestReceiver, said: SaidSeconds[], onRepeated: (count: number) => void) {
    this.#into = into
    this.#said = said
    this.#earlier = said.map((each) => ({ said: each, agrees: false }))
    this.#onRepeated = onRepeated
  }

  add(start: number, duration: number, isError: boolean, bytes: number): void {
    const second = Math.floor(duration >= 0 ? start + duration : start)
    const mark = markOf(start, duration, isError, bytes)
    this.#recorder.add(second, mark)
    if (this.#earlier.length === 0) {
      this.#into.add(start, duration, isError, bytes)
      return
    }
    const held = this.#heldAt(second)
    held.waiting.push({ start, duration, isError, bytes })
    held.marks.push(mark)
    held.count++
    held.sum = sumOfMarks(held.sum, mark)
  }

  close(isTimed?: boolean): void {
    this.#releaseBefore(Number.POSITIVE_INFINITY)
    this.#into.close(isTimed)
    this.#said.push(this.#recorder.said)
  }

  #heldAt(second: number): Held {
    if (second > this.#latest) {
      this.#latest = second
      this.#releaseBefore(second - HELD_SECONDS)
    }
    let held = this.#held.get(second)
    if (!held) {
      held = { waiting: [], marks: [], count: 0, sum: 0 }
      this.#held.set(second, held)
    }
    return held
  }

  #releaseBefore(second: number): void {
    const due = [...this.#held.keys()].filter((each) => each < second).sort((a, b) => a - b)
    if (due.length > 0) this.#noteAgreement()
    for (const each of due) {
      this.#release(each, this.#held.get(each)!)
      this.#held.delete(each)
    }
  }

  /** Files agree where they say the same of a second that both hold whole. */
  #noteAgreement(): void {
    for (const each of this.#earlier) {
      if (each.agrees) continue
      const { said } = each
      const isSame = (held: Held, second: number) => isLike(said.bySecond.get(second), held)
      each.agrees = [...this.#held].some(
        ([second, held]) =>
          isSame(held, second) &&
          (!isEdge(said, second) || said.first === this.#recorder.said.first),
      )
    }
  }

  #release(second: number, held: Held): void {
    const repeated = this.#repeatedIn(second, held)
    held.waiting.forEach(({ start, duration, isError, bytes }, i) => {
      if (!repeated[i]) this.#into.add(start, duration, isError, bytes)
    })
    const count = repeated.filter(Boolean).length
    if (count > 0) this.#onRepeated(count)
  }

  #repeatedIn(second: number, held: Held): boolean[] {
    const repeated = held.marks.map(() => false)
    for (const { said, agrees } of this.#earlier) {
      const known = said.bySecond.get(second)
      if (!known || !agrees) continue
      const isPart = isEdge(this.#recorder.said, second) && !isEdge(said, second)
      if (isLike(known, held) || (isPart && known.count >= held.count)) return repeated.fill(true)
      if (isEdge(said, second)) strike(said.edgeMarks.get(second) ?? [], held.marks, repeated)
    }
    return repeated
  }
}

function isLike(known: SaidSecond | undefined, held: SaidSecond): boolean {
  return known?.count === held.count && known.sum === held.sum
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
