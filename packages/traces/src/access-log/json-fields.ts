import type { TimeResolution } from '../observation.ts'
import type { JsonPath } from '../reading/json-object.ts'

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
interface WrappedLine {
  line: JsonPath
  /** The LogFormat of the lines inside. */
  format: string
}

export type JsonFormat = JsonFields | WrappedLine

export function isWrapped(format: JsonFormat): format is WrappedLine {
  return 'line' in format
}
