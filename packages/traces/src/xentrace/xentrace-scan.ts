import type { XentraceFacts } from '../detect/xentrace-facts.ts'
import { TraceError } from '../trace-error.ts'
import { ClockRate } from './clock-rate.ts'
import { RecordReader, type TraceRecord } from './record-reader.ts'
import { EVENT, isRunstateChange, schedulerOf } from './trace-events.ts'

const IDLE = 0x7fff
const MAX_DOMAINS = 1024

/** A quick scan through all of a trace, piece by piece, without keeping any of it. */
export class XentraceScan {
  readonly #reader: RecordReader
  readonly #rate = new ClockRate()
  readonly #pCpus = new Set<number>()
  readonly #domains = new Set<number>()
  #damage: TraceError | null = null
  #lostRecords = 0
  #stateChanges = 0
  #scheduler: string | null = null
  #first = Number.POSITIVE_INFINITY
  #last = Number.NEGATIVE_INFINITY

  constructor(path: string) {
    this.#reader = new RecordReader(path, {
      piece: (pCpu) => this.#pCpus.add(pCpu),
      record: (record) => this.#see(record),
    })
  }

  push(chunk: Buffer): void {
    if (this.#damage) return
    try {
      this.#reader.push(chunk)
    } catch (error) {
      if (!(error instanceof TraceError)) throw error
      this.#damage = error
    }
  }

  facts(): XentraceFacts {
    const damage = this.#damage
    return {
      pCpus: this.#pCpus.size,
      records: this.#reader.records,
      lostRecords: this.#lostRecords,
      stateChanges: this.#stateChanges,
      cycles: Math.max(0, this.#last - this.#first),
      tscHz: this.#rate.hz(),
      scheduler: this.#scheduler,
      domainIds: [...this.#domains].sort((a, b) => a - b),
      damage: damage && {
        message: damage.message,
        byte: damage.where.byte ?? null,
        expected: damage.expected ?? '',
        fix: damage.fix ?? '',
      },
    }
  }

  #see(record: TraceRecord): void {
    if (record.timed) {
      // Exact up to 2^53 cycles, which is a month at 3 GHz; beyond that to some microseconds.
      const time = record.tscHigh * 2 ** 32 + record.tscLow
      if (time < this.#first) this.#first = time
      if (time > this.#last) this.#last = time
    }
    const { event } = record
    if (isRunstateChange(event)) {
      this.#stateChanges++
      const id = record.data[0]! >>> 16
      if (id !== IDLE && this.#domains.size < MAX_DOMAINS) this.#domains.add(id)
    } else if (event === EVENT.lostRecords) {
      if (record.words > 0) this.#lostRecords += record.data[0]!
    } else {
      this.#scheduler ??= schedulerOf(event)
      this.#rate.see(record)
    }
  }
}
