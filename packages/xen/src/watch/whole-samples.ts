import { isHeader, SampleSplitter } from '../record/sample-splitter.ts'

/** xentop prints a sample at once: after this silence no more of its rows will come. */
const QUIET_MS = 500

/**
 * Joins the output of xentop into whole samples. A sample is passed on when the next one begins, or
 * when it has been quiet for a moment, because the next one may be a minute away.
 */
export class WholeSamples {
  readonly #lines = new SampleSplitter()
  readonly #onSample: (arrivedAt: number, text: string) => void
  #sample: { arrivedAt: number; text: string } | null = null
  #timer: NodeJS.Timeout | undefined

  /** @param onSample gets when the sample's header arrived, and the sample */
  constructor(onSample: (arrivedAt: number, text: string) => void) {
    this.#onSample = onSample
  }

  /** @throws HostError `unexpected-answer` */
  push(chunk: Buffer, arrivedAt: number): void {
    const { keep } = this.#lines.push(chunk, arrivedAt, () => false)
    for (const line of keep.toString('utf8').match(/.*\n/g) ?? []) {
      if (isHeader(line)) {
        this.end()
        this.#sample = { arrivedAt, text: '' }
      }
      if (this.#sample) this.#sample.text += line
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.end(), QUIET_MS)
  }

  /** Passes on the sample that has come, if there is one. */
  end(): void {
    clearTimeout(this.#timer)
    const sample = this.#sample
    this.#sample = null
    if (sample) this.#onSample(sample.arrivedAt, sample.text)
  }
}
