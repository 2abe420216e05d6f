import { TraceError } from '../trace-error.ts'
import { CpuCell } from './cpu-cell.ts'
import type { CpuMeter } from './cpu-meter.ts'
import type { Range } from './ranges.ts'
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

/** So much stays when windows are forgotten, because finding the farthest ones takes time. */
const KEPT_OF_FULL = 0.75

/**
 * Maps subject x window to a cell. Memory is bounded whenever there are more than `maxWindows`
 * distinct windows (or five times as many cells): the windows farthest from `focus` are forgotten;
 * where all are in it, or there is none, windows double, as sums, moments and sketches all merge.
 */
export class WindowGrid {
  windowSeconds: number
  /** Number of parts of a window. */
  parts: number
  /** The time that is going to be judged, where it is known. */
  focus: Range | null = null
  /** The time of which windows are kept; all of it until some had to be forgotten. */
  kept: Range = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }
  /** Grows whenever cells are joined or forgotten, so that holders of a cell know when to look it up again. */
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

  /** A cell of its own, which nothing comes of, for a time whose windows were forgotten. */
  cellAt(subject: Subject, time: number): Cell {
    const index = this.indexOf(time)
    if (!this.#isKept(index)) return new Cell(this.parts)
    return this.#row(subject).get(index) ?? this.#create(subject, index)
  }

  /** Excludes those that are left out. */
  domains(): string[] {
    return domainsAmong(this.#bySubject.keys())
  }

  cellsOf(domain: string): [number, Cell][] {
    return [...this.#row(domain)].sort(([a], [b]) => a - b)
  }

  /** All that was seen of requests from one side, by whose they are and by the index of their window. */
  *requestCells(side: RequestSide): Generator<[Subject, number, RequestCell]> {
    for (const [subject, row] of this.#bySubject)
      for (const [index, cell] of row) if (cell[side]) yield [subject, index, cell[side]]
  }

  /** Adds a window of another grid with the same origin, whose windows were doubled as often or not. */
  addRequests(
    subject: Subject,
    side: RequestSide,
    { cell, ...its }: { index: number; windowSeconds: number; parts: number; cell: RequestCell },
  ): void {
    let { index: at, windowSeconds: seconds, parts } = its
    for (;;) {
      while (this.windowSeconds < seconds) this.#double()
      for (; seconds < this.windowSeconds; seconds *= 2) {
        parts = partsOfTwice(parts)
        cell.widen(at - 2 * Math.floor(at / 2), parts)
        at = Math.floor(at / 2)
      }
      // A new window may be one too many, and then all of them are doubled.
      const into = this.cellAt(subject, at * seconds)
      if (this.windowSeconds === seconds) {
        into.request(side).merge(cell)
        return
      }
    }
  }

  /** Forgets what another grid had to forget: a window that is known in part would seem too quiet. */
  keepOnlyWithin({ from, to }: Range): void {
    if (Number.isFinite(from) || Number.isFinite(to))
      this.#keepOnly(Math.ceil(from / this.windowSeconds), Math.floor(to / this.windowSeconds))
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
      if (!this.#forgetFarthest()) this.#double()
    return this.#row(subject).get(this.indexOf(time)) ?? new Cell(this.parts)
  }

  #isKept(index: number): boolean {
    const { kept, windowSeconds } = this
    return index * windowSeconds >= kept.from && (index + 1) * windowSeconds <= kept.to
  }

  /** False where nothing is farther away than the rest. */
  #forgetFarthest(): boolean {
    const { focus, windowSeconds } = this
    if (!focus) return false
    const distances = [...this.#indexes]
      .map((index) =>
        Math.max(0, focus.from - (index + 1) * windowSeconds, index * windowSeconds - focus.to),
      )
      .sort((a, b) => a - b)
    const within = distances[Math.floor(KEPT_OF_FULL * distances.length)]!
    if (within === distances.at(-1)) return false
    this.#keepOnly(
      Math.floor((focus.from - within) / windowSeconds - 1),
      Math.ceil((focus.to + within) / windowSeconds + 1),
    )
    return true
  }

  /** Keeps the windows from one index up to another, exclusive. */
  #keepOnly(from: number, to: number): void {
    this.kept = {
      from: Math.max(this.kept.from, from * this.windowSeconds),
      to: Math.min(this.kept.to, to * this.windowSeconds),
    }
    this.generation++
    this.#indexes = new Set()
    this.#cells = 0
    for (const row of this.#bySubject.values()) {
      for (const index of row.keys())
        if (this.#isKept(index)) this.#indexes.add(index)
        else row.delete(index)
      this.#cells += row.size
    }
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
    // A window that is kept in part would seem quieter than it was.
    const { kept, windowSeconds } = this
    this.#keepOnly(Math.ceil(kept.from / windowSeconds), Math.floor(kept.to / windowSeconds))
  }
}
