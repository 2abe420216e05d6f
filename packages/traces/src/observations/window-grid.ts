import { TraceError } from '../trace-error.ts'
import { CpuCell } from './cpu-cell.ts'
import type { CpuMeter } from './cpu-meter.ts'
import { RequestCell } from './request-cell.ts'
import { domainsAmong, type Subject } from './subject.ts'
import { PartSums, partsOf, partsOfTwice } from './window-parts.ts'

export type RequestSide = 'requests' | 'clientRequests'

export class Cell {
  requests: RequestCell | null = null
  clientRequests: RequestCell | null = null
  readonly #cpu = new Map<CpuMeter, CpuCell>()
  parts: number

  constructor(parts: number) {
    this.parts = parts
  }

  request(side: RequestSide): RequestCell {
    this[side] ??= new RequestCell(new PartSums(this.parts))
    return this[side]
  }

  cpu(meter: CpuMeter): CpuCell {
    let cell = this.#cpu.get(meter)
    if (!cell) {
      cell = new CpuCell(new PartSums(this.parts))
      this.#cpu.set(meter, cell)
    }
    return cell
  }

  /** Null when the meter observed nothing. */
  measuredBy(meter: CpuMeter): CpuCell | null {
    return this.#cpu.get(meter) ?? null
  }

  merge(other: Cell): void {
    for (const side of ['requests', 'clientRequests'] as const)
      if (other[side]) this.request(side).merge(other[side])
    for (const [meter, cell] of other.#cpu) this.cpu(meter).merge(cell)
  }

  /** The window becomes the first (0) or the second (1) half of one that is twice as long. */
  widen(half: number, parts: number): void {
    this.parts = parts
    for (const side of ['requests', 'clientRequests'] as const) this[side]?.widen(half, parts)
    for (const cell of this.#cpu.values()) cell.usedByPart.widen(half, parts)
  }
}

/**
 * No host can have more domains; beyond this the file is not of the format that it was taken for.
 */
const MAX_DOMAINS = 1024
const CELLS_PER_WINDOW = 5

/**
 * Maps subject x window to a cell. Memory is bounded by doubling the window whenever there are more
 * than `maxWindows` distinct windows (or five times as many cells); sums, moments and sketches all
 * merge.
 */
export class WindowGrid {
  windowSeconds: number
  /** Number of parts of a window. */
  parts: number
  /** Grows with each doubling, so that holders of a cell know when to look it up again. */
  generation = 0
  readonly #maxWindows: number
  #bySubject = new Map<Subject, Map<number, Cell>>()
  #indexes = new Set<number>()
  #cells = 0

  constructor(windowSeconds: number, maxWindows: number) {
    this.windowSeconds = windowSeconds
    this.parts = partsOf(windowSeconds)
    this.#maxWindows = maxWindows
  }

  indexOf(time: number): number {
    return Math.floor(time / this.windowSeconds)
  }

  /**
   * Position of a time in its window, counted in parts. It is exact for whole seconds, which a
   * fraction of the time since the epoch is not.
   */
  partAt(time: number): number {
    const seconds = Math.max(0, time - this.indexOf(time) * this.windowSeconds)
    return (seconds * this.parts) / this.windowSeconds
  }

  cellAt(subject: Subject, time: number): Cell {
    const index = this.indexOf(time)
    return this.#row(subject).get(index) ?? this.#create(subject, index)
  }

  /** Excludes those that are left out. */
  domains(): string[] {
    return domainsAmong(this.#bySubject.keys())
  }

  cellsOf(domain: string): [number, Cell][] {
    return [...this.#row(domain)].sort(([a], [b]) => a - b)
  }

  #row(subject: Subject): Map<number, Cell> {
    let row = this.#bySubject.get(subject)
    if (!row) {
      if (this.#bySubject.size >= MAX_DOMAINS)
        throw new TraceError('too-many-domains', `More than ${MAX_DOMAINS} domains in the traces.`)
      row = new Map()
      this.#bySubject.set(subject, row)
    }
    return row
  }

  #create(subject: Subject, index: number): Cell {
    const time = (index + 0.5) * this.windowSeconds
    this.#row(subject).set(index, new Cell(this.parts))
    this.#indexes.add(index)
    this.#cells++
    while (
      (this.#indexes.size > this.#maxWindows ||
        this.#cells > this.#maxWindows * CELLS_PER_WINDOW) &&
      this.#indexes.size > 1
    )
      this.#double()
    return this.#row(subject).get(this.indexOf(time))!
  }

  #double(): void {
    this.windowSeconds *= 2
    this.parts = partsOfTwice(this.parts)
    this.generation++
    this.#indexes = new Set()
    this.#cells = 0
    for (const [subject, old] of this.#bySubject) {
      const row = new Map<number, Cell>()
      for (const [index, cell] of old) {
        const half = Math.floor(index / 2)
        const known = row.get(half)
        cell.widen(index - 2 * half, this.parts)
        if (known) known.merge(cell)
        else row.set(half, cell)
        this.#indexes.add(half)
      }
      this.#cells += row.size
      this.#bySubject.set(subject, row)
    }
  }
}
