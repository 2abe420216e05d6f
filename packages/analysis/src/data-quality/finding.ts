import type { Contradiction, FactOrigin } from '../known-host/host-facts.ts'

type Severity = 'info' | 'warning' | 'critical'

/** Limits on how far the numbers can be trusted: by code, the values that its sentence needs. */
interface FindingValues {
  'conservation-law': {
    /** Measured divided by explained. */
    ratio: number
    windows: number
    suspects: 'other-waits' | 'missed-waits' | null
  }
  /** `covered` is the fraction of the windows with CPU data. */
  'cpu-coverage': { domain: string; covered: number }
  /** `sum` covers all domains and idle time, as a fraction of all pCPUs. */
  'cpu-sum': { sum: number; pCpus: number }
  'cpu-without-requests': { domain: string; utilisation: number }
  'domain0-missing': object
  'domain0-wait-missing': object
  'few-requests': { domain: string; thin: number; windows: number; leastRequests: number }
  'few-windows': { windows: number }
  'host-facts': { domains: string[]; origin: FactOrigin }
  'no-client-times': { byLog: string[]; byClients: string[]; hasTarget: boolean }
  'not-measured': { domain: string }
  /** `text` is a note from recognising or reading the sources. */
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
  /** `scatter` is the mean relative deviation from the service time. */
  'utilisation-law': { domain: string; scatter: number; serviceTimeSeconds: number }
  'weights-assumed': { domains: string[] }
  'windows-across-phases': { windowSeconds: number; phaseSeconds: number }
  'xl-contradiction': Contradiction
}

export type Finding = {
  [Code in keyof FindingValues]: { code: Code; severity: Severity } & FindingValues[Code]
}[keyof FindingValues]
