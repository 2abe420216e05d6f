import { readStamp } from '../reading/stamp.ts'
import type { Tally } from '../reading/tally.ts'
import { OUT_OF_ORDER } from '../reading/time-guard.ts'
import { isEntry } from './legend.ts'
import type { RrdReading } from './rrd-reading.ts'

/** What rrd2csv polls by default. */
const ANY_STEP_SECONDS = 5
/** A gap of more steps was not polled: the value is that of the last step before the row. */
const LATE = 1.5

interface Row {
  at: number
  values: number[]
  text: string
  line: number
}

/** Whether it is the first line of rrd2csv, of which only the beginning may be there. */
export function isCsvHeader(line: string): boolean {
  const [time, first] = line.slice(0, 400).split(',', 2)
  return time?.trim() === 'timestamp' && first !== undefined && isEntry(first)
}

/**
 * Reads the lines of rrd2csv: stamps in UTC, and a new heading where the VMs change. The step is the
 * smallest one so far; that of the first row is the one to the second.
 */
export class RrdCsv {
  readonly #reading: RrdReading
  readonly #tally: Tally
  #held: Row | null = null
  #last: number | null = null
  #step: number | null = null
  #hasLegend = false

  constructor(reading: RrdReading, tally: Tally) {
    this.#reading = reading
    this.#tally = tally
  }

  line(text: string, line: number): void {
    const cells = text.split(',')
    if (cells[0]!.trim() === 'timestamp') {
      this.#flush()
      this.#hasLegend = true
      this.#reading.legend(cells.slice(1))
      return
    }
    if (!this.#hasLegend) return
    const stamp = readStamp(cells[0]!.trim())
    if (stamp?.form !== 'whole') {
      this.#tally.reject(line, text, NO_TIME)
      return
    }
    const row = { at: stamp.seconds, values: cells.slice(1).map(shareOf), text, line }
    if (this.#last !== null) {
      const step = row.at - this.#last
      if (step <= 0) {
        this.#tally.reject(line, text, OUT_OF_ORDER)
        return
      }
      this.#step = Math.min(this.#step ?? step, step)
      this.#flush()
      this.#give(row, step <= LATE * this.#step ? step : this.#step)
    } else this.#held = row
    this.#last = row.at
  }

  close(): void {
    this.#flush()
  }

  #flush(): void {
    if (this.#held) this.#give(this.#held, this.#step ?? ANY_STEP_SECONDS)
    this.#held = null
  }

  #give({ at, values, text, line }: Row, step: number): void {
    this.#reading.row(at, step, values, text, line)
  }
}

function shareOf(text: string): number {
  const trimmed = text.trim()
  return trimmed === '' ? Number.NaN : Number(trimmed)
}

const NO_TIME = { reason: 'no time', expected: '2026-11-20T09:00:00Z' }
