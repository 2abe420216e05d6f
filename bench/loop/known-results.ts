import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { Result } from './compare.ts'

interface PlayedHost {
  kind: string
  seed: number
  days: number
  results: Result[]
}

/** The hosts that were played already, a line of a file each, so that a long run can be continued. */
export class KnownResults {
  readonly #file: string | undefined
  readonly #played: PlayedHost[]

  /** @param file undefined when nothing is to be kept */
  constructor(file: string | undefined) {
    this.#file = file
    const lines = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    this.#played = lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  }

  async of(
    { kind, seed, days }: Omit<PlayedHost, 'results'>,
    play: () => Promise<Result[]>,
  ): Promise<Result[]> {
    const known = this.#played.find(
      (each) => each.kind === kind && each.seed === seed && each.days === days,
    )
    if (known) return known.results
    const results = await play()
    if (this.#file) {
      appendFileSync(this.#file, `${JSON.stringify({ kind, seed, days, results })}\n`)
    }
    return results
  }
}
