import type { Subject } from '../observations/subject.ts'

export type DomainBy =
  | { by: 'fixed'; domain: Subject }
  /**
   * Maps a virtual host as logged (lower case, without port) to its domain; lines of other hosts
   * are ignored.
   */
  | { by: 'vhost'; map: Record<string, string> }

export interface AccessLogSpec {
  kind: 'access-log'
  /** `apache` is a LogFormat string, `nginx` a log_format string. */
  syntax: 'apache' | 'nginx'
  format: string
  domainBy: DomainBy
  /** Which duration to use when the format logs several. The default is the finest. */
  durationDirective?: string
  /** IANA zone of the time stamps when the format has no offset. Default UTC. */
  timeZone?: string
}
