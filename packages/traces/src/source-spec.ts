import type { Subject } from './observations/subject.ts'

/** What a source is and how to read it: plain JSON, exactly what the user confirmed. */
export type SourceSpec = XentraceSpec | XenmonSpec | XentopSpec | AccessLogSpec | ClientTimesSpec

export interface XentraceSpec {
  kind: 'xentrace'
  /** Host time of the first record. */
  startEpochSeconds: number
  /** Cycles per second of the trace's clock (TSC). */
  tscHz: number
  /** Domain id (decimal, '-1' is idle) -> domain; default '0' Domain-0, '-1' idle, 'N' domN. */
  domainNames?: Record<string, Subject>
}

export interface XenmonSpec {
  kind: 'xenmon'
  /** Host time at which the column `passed` is 0. */
  startEpochSeconds: number
  /** Domain id (decimal, '-1' is idle) -> domain; default '0' Domain-0, '-1' idle, 'N' domN. */
  domainNames?: Record<string, Subject>
  /** Sampling interval (`-i`); default the median step of `passed`. */
  intervalSeconds?: number
}

export interface XentopSpec {
  kind: 'xentop'
  /** Host time of the first sample (which itself is dropped: its CPU(%) is always 0). */
  startEpochSeconds: number
  /** The delay between samples (`-d`). */
  intervalSeconds: number
  /** Name as printed (cut to 10 characters without `-f`) -> domain; others keep the printed name. */
  domainNames?: Record<string, Subject>
}

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

export type DurationUnit = 'us' | 'ms' | 's'

export interface ClientTimesSpec {
  kind: 'client-times'
  domain: Subject
  /** Start of the request, since the epoch. */
  startColumn: string
  /** Default seconds. */
  startUnit?: DurationUnit
  responseColumn: string
  responseUnit: DurationUnit
  statusColumn?: string
  errorColumn?: string
  /** Host time = client time + this. */
  hostMinusClientSeconds?: number
}
