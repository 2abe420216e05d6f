import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { HostResult } from './assess-host.ts'

/**
 * The hosts that were assessed already, a line of a file each, so that a run can be continued. The
 * file does not know with which version of the product: each version needs a file of its own.
 */
export class KeptResults {
  readonly #file: string | undefined
  readonly #results: HostResult[]

  /** @param file undefined when nothing is to be kept */
  constructor(file: string | undefined) {
    this.#file = file
    const lines = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    this.#results = lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  }

  async of(seed: number, number: number, assess: typeof import('./assess-host.ts').assessHost) {
    const known = this.#results.find((each) => each.seed === seed && each.number === number)
    if (known) return known
    const result = await assess(seed, number)
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(result)}\n`)
    return result
  }
}
