import type { Subject } from '../observations/subject.ts'
import type { JsonFormat } from './json-fields.ts'
import type { TimeTaken } from './w3c-parser.ts'

export type DomainBy =
  | { by: 'fixed'; domain: Subject }
  /**
   * Maps a virtual host as logged (lower case, without port) to its domain; lines of other hosts
   * are ignored.
   */
  | { by: 'vhost'; map: Record<string, string> }

/** How the lines of a log are read. */
export interface LogFormat {
  syntax: 'apache' | 'nginx' | 'json' | 'w3c'
  /** A LogFormat, a log_format, the names in a JSON line for people to read, or the line `#Fields:`. */
  format: string
  /** For `json`. */
  json?: JsonFormat
  /** For `w3c`. */
  timeTaken?: TimeTaken
}

export interface AccessLogSpec extends LogFormat {
  kind: 'access-log'
  domainBy: DomainBy
  /** Formats that some of the lines have instead. */
  otherFormats?: LogFormat[]
  /** Which duration to use when the format logs several. The default is the finest. */
  durationDirective?: string
  /** Whether lines that are no requests count as well, such as upgraded connections. */
  everyLine?: boolean
  /** IANA zone of the time stamps when the format has no offset. Default UTC. */
  timeZone?: string
}
