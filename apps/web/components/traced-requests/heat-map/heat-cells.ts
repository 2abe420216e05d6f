import type { Requests } from '../region.ts'
import { type HeatAxes, type Place, placeOf } from './heat-axes.ts'

export const COLUMNS = 96
export const ROWS = 30

/** The cells that hold requests. Columns count from the left and rows from the bottom. */
export interface HeatCell {
  column: number
  row: number
  count: number
  /** The number of the slowest request in it. */
  slowest: number
}

export function heatCells({ startSeconds, ms }: Requests, axes: HeatAxes): HeatCell[] {
  const cells = new Map<number, HeatCell>()
  startSeconds.forEach((start, number) => {
    const { column, row } = cellAt(placeOf(axes, start, ms[number] as number))
    const key = row * COLUMNS + column
    const cell = cells.get(key)
    if (!cell) cells.set(key, { column, row, count: 1, slowest: number })
    else {
      cell.count += 1
      if ((ms[number] as number) > (ms[cell.slowest] as number)) cell.slowest = number
    }
  })
  return [...cells.values()]
}

/** The slowest request of the cell at a place, or of the nearest one that holds any. */
export function slowestNear(cells: readonly HeatCell[], place: Place): number | null {
  const at = cellAt(place)
  let slowest: number | null = null
  let least = Infinity
  for (const cell of cells) {
    const distance = (cell.column - at.column) ** 2 + (cell.row - at.row) ** 2
    if (distance < least) {
      least = distance
      slowest = cell.slowest
    }
  }
  return slowest
}

/**
 * How strongly a cell is coloured, from 0.2 to 1: by the logarithm of its count, so that a single
 * request still shows beside hundreds.
 */
export function strengthOf(count: number, most: number): number {
  return most <= 1 ? 1 : 0.2 + (0.8 * Math.log(count)) / Math.log(most)
}

function cellAt({ x, y }: Place) {
  return {
    column: Math.min(COLUMNS - 1, Math.floor(x * COLUMNS)),
    row: Math.min(ROWS - 1, Math.floor(y * ROWS)),
  }
}
