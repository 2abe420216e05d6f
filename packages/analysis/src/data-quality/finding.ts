import type { Contradiction, FactOrigin } from '../known-host/host-facts.ts'

export type Severity = 'info' | 'warning' | 'critical'

/** What limits how far the numbers can be trusted, by code, with what a sentence about it needs. */
interface FindingValues {
  'caps-not-counted': { domain: string; capPercent: number; origin: FactOrigin }
  'conservation-law': {
    /** Measured over explained. */
    ratio: number
    windows: number
    suspects: 'other-waits' | 'missed-waits' | null
  }
  /** `covered`: the part of the windows with CPU data. */
  'cpu-coverage': { domain: string; covered: number }
  /** `sum`: of all domains and idle time, as a part of all pCPUs. */
  'cpu-sum': { sum: number; pCpus: number }
  'cpu-without-requests': { domain: string; utilisation: number }
  'domain0-missing': object
  'domain0-wait-missing': object
  'few-requests': { domain: string; thin: number; windows: number; leastRequests: number }
  'few-windows': { windows: number }
  'host-facts': { domains: string[]; origin: FactOrigin }
  'no-client-times': { byLog: string[]; byClients: string[]; hasTarget: boolean }
  'not-measured': { domain: string }
  /** `text`: told while the sources were recognised and read. */
  note: { text: string }
  'partly-logged-windows': { partly: number; windows: number }
  'pcpus-assumed': object
  'pcpus-from-trace': { pCpus: number }
  'rejected-lines': { path: string; lines: number; rejected: number }
  'scheduler-without-weights': { scheduler: string; origin: FactOrigin }
  'second-resolution': { domain: string }
  'service-time-inferred': { domain: string }
  'service-time-unknown': { domain: string }
  'source-note': { text: string; paths: string[] }
  'throughput-by-arrivals': { domain: string }
  /** `scatter`: mean deviation from the service time, in proportion. */
  'utilisation-law': { domain: string; scatter: number; serviceTimeSeconds: number }
  'weights-assumed': { domains: string[] }
  'windows-across-phases': { windowSeconds: number; phaseSeconds: number }
  'xl-contradiction': Contradiction
}

export type Finding = {
  [Code in keyof FindingValues]: { code: Code; severity: Severity } & FindingValues[Code]
}[keyof FindingValues]
