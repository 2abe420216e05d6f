import type { Observation } from '@steelyard/traces'

/** What is written of an observation beside its window. */
export type Described = Omit<Observation, 'windowStartEpochSeconds' | 'windowSeconds'>

/** A value for each row, null where the row has none. */
type Column =
  | { type: 'DOUBLE'; data: (number | null)[] }
  | { type: 'STRING'; data: (string | null)[] }

export interface ObservationColumns {
  /**
   * Each row without its values: what is null, what is absent, and where the values of the columns go.
   * Few of them differ.
   */
  shapes: string[]
  /** By their paths, such as `requests.arrivals`. */
  columns: Map<string, Column>
}

/** What stands in a shape for a number, a text, and anything else, which is written as JSON. */
const NUMBER = 0
const TEXT = ''
const JSON_TEXT = '{}'

/** The records whose keys are names and not fields: a column for each would be too many. */
const RECORDS = new Set(['waitedBehindSeconds'])

/**
 * Each number and each text gets the column of its path, so that like values lie together and compress
 * well. That goes for whatever fields there are, also those that a later version adds.
 */
export function toColumns(observations: readonly Described[]): ObservationColumns {
  const columns: ObservationColumns['columns'] = new Map()
  const nothing = () => Array<null>(observations.length).fill(null)
  const put = (row: number, path: string, value: number | string) => {
    const type = typeof value === 'number' ? 'DOUBLE' : 'STRING'
    const column = columns.get(path) ?? { type, data: nothing() }
    if (column.type !== type) throw new Error(`${path} is a number here and a text there.`)
    columns.set(path, column)
    column.data[row] = value
  }
  const shapeOf = (row: number, value: object, under: string): object => {
    const shape: Record<string, unknown> = {}
    for (const [key, each] of Object.entries(value)) {
      const path = under + key
      if (each === null) shape[key] = null
      else if (typeof each === 'object' && !Array.isArray(each) && !RECORDS.has(key))
        shape[key] = shapeOf(row, each, `${path}.`)
      else if (typeof each === 'number' || typeof each === 'string') {
        put(row, path, each)
        shape[key] = typeof each === 'number' ? NUMBER : TEXT
      } else {
        put(row, path, JSON.stringify(each))
        shape[key] = JSON_TEXT
      }
    }
    return shape
  }
  const shapes = observations.map((each, row) => JSON.stringify(shapeOf(row, each, '')))
  return { shapes, columns }
}

/**
 * The inverse of `toColumns`, a row at a time.
 * @param shape of the row, parsed; one that many rows have may be parsed once
 * @param row its values by the paths of their columns
 */
export function fromRow(shape: object, row: Record<string, unknown>): Described {
  const filled = (shape: object, under: string): object => {
    const value: Record<string, unknown> = {}
    for (const [key, each] of Object.entries(shape)) {
      const path = under + key
      if (each === null) value[key] = null
      else if (each === NUMBER || each === TEXT) value[key] = row[path]
      else if (each === JSON_TEXT) value[key] = JSON.parse(row[path] as string)
      else value[key] = filled(each, `${path}.`)
    }
    return value
  }
  return filled(shape, '') as Described
}
