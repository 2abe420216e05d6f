import { TraceError } from '../trace-error.ts'

/**
 * Offsets from UTC, in seconds, for wall-clock time in an IANA zone, including daylight saving
 * time.
 */
export class TimeZone {
  readonly #parts: Intl.DateTimeFormat
  readonly #cache = new Map<number, number>()

  constructor(name: string) {
    try {
      this.#parts = new Intl.DateTimeFormat('en-GB', {
        timeZone: name,
        hourCycle: 'h23',
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: 'numeric',
        second: 'numeric',
      })
    } catch {
      throw new TraceError('bad-spec', `Unknown time zone ${JSON.stringify(name)}.`, {
        expected: 'an IANA name such as Europe/Berlin or UTC',
      })
    }
  }

  /**
   * Converts wall-clock seconds (as if they were UTC) to epoch seconds. The hour that repeats in
   * autumn is read as the first one; the hour skipped in spring is read as if the clock had not
   * moved yet.
   */
  toEpoch(wallSeconds: number): number {
    const before = this.#offsetAt(wallSeconds - 86_400)
    const guess = wallSeconds - before
    if (this.#offsetAt(guess) === before) return guess
    const after = this.#offsetAt(wallSeconds + 86_400)
    const other = wallSeconds - after
    return this.#offsetAt(other) === after ? other : guess
  }

  /** Offsets change only at whole quarter hours, so one look-up per quarter hour suffices. */
  #offsetAt(epochSeconds: number): number {
    const quarter = Math.floor(epochSeconds / 900)
    const known = this.#cache.get(quarter)
    if (known !== undefined) return known
    const field: Record<string, number> = {}
    for (const { type, value } of this.#parts.formatToParts(quarter * 900_000))
      field[type] = Number(value)
    const wall = Date.UTC(
      field.year!,
      field.month! - 1,
      field.day!,
      field.hour!,
      field.minute!,
      field.second!,
    )
    const offset = wall / 1000 - quarter * 900
    if (this.#cache.size > 1000) this.#cache.clear()
    this.#cache.set(quarter, offset)
    return offset
  }
}
