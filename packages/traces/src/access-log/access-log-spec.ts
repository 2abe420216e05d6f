import type { Subject } from '../observations/subject.ts'

export type DomainBy =
  | { by: 'fixed'; domain: Subject }
  /** Virtual host as logged (lower case, without port) -> domain; lines of other hosts are ignored. */
  | { by: 'vhost'; map: Record<string, string> }

export interface AccessLogSpec {
  kind: 'access-log'
  /** `apache`: a LogFormat string; `nginx`: a log_format string. */
  syntax: 'apache' | 'nginx'
  format: string
  domainBy: DomainBy
  /** Which duration to use where the format logs several; default the finest. */
  durationDirective?: string
  /** IANA zone of the time stamps where the format has no offset; default UTC. */
  timeZone?: string
}
