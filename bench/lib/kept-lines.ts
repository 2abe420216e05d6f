import { appendFileSync, existsSync, readFileSync } from 'node:fs'

/** What was worked out already, a line of a file each, so that a long run can be continued. */
export class KeptLines<Line> {
  readonly #file: string | undefined
  readonly #lines: Line[]

  /** @param file undefined when nothing is to be kept */
  constructor(file: string | undefined) {
    this.#file = file
    const lines = file && existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    this.#lines = lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  }

  get all(): readonly Line[] {
    return this.#lines
  }

  async of(isIt: (line: Line) => boolean, workOut: () => Promise<Line>): Promise<Line> {
    const known = this.#lines.find(isIt)
    if (known) return known
    const line = await workOut()
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(line)}\n`)
    return line
  }
}
