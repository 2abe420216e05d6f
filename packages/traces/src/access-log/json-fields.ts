import type { TimeResolution } from '../observation.ts'

/** Where in a JSON line a value stands: the names from the outermost object on. */
export type JsonPath = readonly string[]

export interface JsonFields {
  time: { path: JsonPath; form: JsonTimeForm; edge: 'start' | 'end'; hasOffset: boolean }
  resolution: TimeResolution
  duration?: { path: JsonPath; unitsPerSecond: number | null }
  status?: JsonPath
  bytes?: JsonPath
  /** The virtual host. */
  host?: JsonPath
  /** The request line, or the method alone. */
  request?: JsonPath
}

/** Date and time, or a number since the epoch in this unit; `clf` as Apache writes it in its own logs. */
export type JsonTimeForm = 'date' | 'clf' | 's' | 'ms' | 'us' | 'ns'

/** The log's line as a value in each JSON line, as Docker writes it. */
export interface WrappedLine {
  line: JsonPath
  /** The LogFormat of the lines inside. */
  format: string
}

export type JsonFormat = JsonFields | WrappedLine

export function isWrapped(format: JsonFormat): format is WrappedLine {
  return 'line' in format
}

/** Null for anything but one JSON object. */
export function jsonObjectOf(text: string): Record<string, unknown> | null {
  if (!text.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

export function valueAt(object: Record<string, unknown>, path: JsonPath): unknown {
  let value: unknown = object
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}

/** The text of a number or a text; empty for anything else. */
export function textAt(object: Record<string, unknown>, path: JsonPath | undefined): string {
  const value = path && valueAt(object, path)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
