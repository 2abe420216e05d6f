import { randomUUID } from 'node:crypto'
import { ApiFailure } from './api-failure.ts'

export type Value = string | number | boolean | Value[] | { [name: string]: Value }
export type ApiRecord = { [field: string]: Value }

export const NOTHING = 'OpaqueRef:NULL'

interface Row {
  record: ApiRecord
  createdAt: number
  changedAt: number
}

interface Gone {
  className: string
  reference: string
  createdAt: number
  goneAt: number
}

export interface EventBatch {
  events: ApiRecord[]
  valid_ref_counts: Record<string, number>
  token: string
}

/** The tables of a pool with a generation that counts all changes, from which events are made. */
export class Database {
  readonly #tables = new Map<string, Map<string, Row>>()
  readonly #gone: Gone[] = []
  readonly #waiting = new Set<() => void>()
  #generation = 1

  add(className: string, record: ApiRecord): string {
    const reference = newReference()
    this.#generation++
    this.#table(className).set(reference, {
      record: { uuid: randomUUID(), ...record },
      createdAt: this.#generation,
      changedAt: this.#generation,
    })
    this.#wake()
    return reference
  }

  /** @throws ApiFailure HANDLE_INVALID, as every look at what is not there */
  get(className: string, reference: string): ApiRecord {
    return this.#row(className, reference).record
  }

  has(className: string, reference: string): boolean {
    return this.#tables.get(className)?.has(reference) ?? false
  }

  all(className: string): [reference: string, record: ApiRecord][] {
    return [...this.#table(className)].map(([reference, { record }]) => [reference, record])
  }

  byUuid(className: string, uuid: string): string {
    const found = this.all(className).find(([, record]) => record.uuid === uuid)
    if (!found) throw new ApiFailure('UUID_INVALID', className, uuid)
    return found[0]
  }

  change(className: string, reference: string, values: ApiRecord): void {
    const row = this.#row(className, reference)
    Object.assign(row.record, values)
    row.changedAt = ++this.#generation
    this.#wake()
  }

  remove(className: string, reference: string): void {
    const { createdAt } = this.#row(className, reference)
    this.#table(className).delete(reference)
    this.#gone.push({ className, reference, createdAt, goneAt: ++this.#generation })
    this.#wake()
  }

  /** Makes every waiting `event.from` look again. */
  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }

  get token(): string {
    return tokenOf(this.#generation)
  }

  /** What happened since a generation: several changes of one object are one event. */
  eventsSince(since: number, classes: readonly string[]): EventBatch {
    const wants = subscriptionOf(classes)
    const events: ApiRecord[] = []
    for (const [className, rows] of this.#tables)
      for (const [reference, { record, createdAt, changedAt }] of rows)
        if (changedAt > since && wants(className, reference))
          events.push({
            ...eventOf(className, reference, changedAt),
            operation: createdAt > since ? 'add' : 'mod',
            snapshot: record,
          })
    for (const { className, reference, createdAt, goneAt } of this.#gone)
      if (goneAt > since && createdAt <= since && wants(className, reference))
        events.push({ ...eventOf(className, reference, goneAt), operation: 'del' })
    const counts = [...this.#tables].map(([name, rows]) => [name.toLowerCase(), rows.size])
    return { events, valid_ref_counts: Object.fromEntries(counts), token: this.token }
  }

  /** Waits for any change, at most so long. */
  async nextChange(seconds: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((done) => {
      const end = () => {
        clearTimeout(timer)
        this.#waiting.delete(end)
        done()
      }
      const timer = setTimeout(end, seconds * 1000)
      this.#waiting.add(end)
      signal.addEventListener('abort', end, { once: true })
    })
  }

  #table(className: string): Map<string, Row> {
    let table = this.#tables.get(className)
    if (!table) {
      table = new Map()
      this.#tables.set(className, table)
    }
    return table
  }

  #row(className: string, reference: string): Row {
    const row = this.#tables.get(className)?.get(reference)
    if (!row) throw new ApiFailure('HANDLE_INVALID', className, reference)
    return row
  }
}

export function newReference(): string {
  return `OpaqueRef:${randomUUID()}`
}

/** @throws ApiFailure EVENT_FROM_TOKEN_PARSE_FAILURE */
export function generationOf(token: string): number {
  if (token === '') return 0
  const match = /^(\d+),\d+$/.exec(token)
  if (!match) throw new ApiFailure('EVENT_FROM_TOKEN_PARSE_FAILURE', token)
  return Number(match[1])
}

function tokenOf(generation: number): string {
  return `${String(generation).padStart(20, '0')},${'0'.repeat(20)}`
}

/** Spelling does not matter, and an unknown class is simply never reported. */
function subscriptionOf(classes: readonly string[]) {
  const wanted = classes.map((each) => each.toLowerCase())
  return (className: string, reference: string) =>
    wanted.some(
      (each) =>
        each === '*' ||
        each === className.toLowerCase() ||
        each === `${className}/${reference}`.toLowerCase(),
    )
}

function eventOf(className: string, reference: string, at: number): ApiRecord {
  return { id: String(at), timestamp: '0.0', class: className.toLowerCase(), ref: reference }
}
