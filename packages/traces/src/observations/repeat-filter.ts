import type { RequestReceiver } from './request-sink.ts'
import {
  type Compared,
  markOf,
  repeatedIn,
  type SaidSeconds,
  SecondsRecorder,
} from './said-seconds.ts'

interface Waiting {
  start: number
  duration: number
  isError: boolean
  bytes: number
}

/**
 * Passes on the requests of one file that no file before it held: rotated logs, copies and repeated
 * pulls overlap. What stands twice in one file was asked twice.
 */
export class RepeatFilter implements RequestReceiver {
  readonly #into: RequestReceiver
  readonly #said: SaidSeconds[]
  readonly #earlier: readonly Compared[]
  readonly #recorder = new SecondsRecorder()
  readonly #onRepeated: (count: number) => void
  #second = Number.NaN
  #waiting: Waiting[] = []
  #marks: number[] = []

  /** @param said by the files before; what this one says is added when it ends */
  constructor(into: RequestReceiver, said: SaidSeconds[], onRepeated: (count: number) => void) {
    this.#into = into
    this.#said = said
    this.#earlier = said.map((each) => ({ said: each, matched: 0 }))
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
    if (second !== this.#second) {
      this.#release()
      this.#second = second
    }
    this.#waiting.push({ start, duration, isError, bytes })
    this.#marks.push(mark)
  }

  close(isTimed?: boolean): void {
    this.#release()
    this.#into.close(isTimed)
    this.#said.push(this.#recorder.said)
  }

  #release(): void {
    if (this.#waiting.length === 0) return
    const repeated = repeatedIn(this.#earlier, this.#second, this.#marks, this.#recorder.said.first)
    this.#waiting.forEach(({ start, duration, isError, bytes }, i) => {
      if (!repeated[i]) this.#into.add(start, duration, isError, bytes)
    })
    const count = repeated.filter(Boolean).length
    if (count > 0) this.#onRepeated(count)
    this.#waiting = []
    this.#marks = []
  }
}
