import type { DemandDoubt } from '@steelyard/model'
import type { ClockOffset } from '../suspects/clocks-apart.ts'
import type { HeavyFew } from '../suspects/few-hold-most.ts'
import type { SwappedLog } from '../suspects/logs-swapped.ts'

/** How much a recording can support: a verdict and weights, a verdict with care, or neither. */
export type EvidenceGrade = 'enough' | 'thin' | 'not-enough'

/**
 * The same where other weights are compared under the same requests. What makes the level of a time
 * uncertain, its scatter or a predictor that is off, concerns both sides of a difference alike, so
 * `not-enough` is then a reason to ask for more certainty; `none` allows no advice whatever the models
 * say.
 */
export type AdviceEvidence = EvidenceGrade | 'none'

/** Lacks that concern the level of times and not the difference that weights make. */
const OF_LEVELS: ReadonlySet<Lack['code']> = new Set(['scatter', 'predictor-off'])

export function adviceEvidence({ grade, lacks }: Evidence): AdviceEvidence {
  const isGrave = lacks.some(({ code, atMost }) => atMost === 'not-enough' && !OF_LEVELS.has(code))
  return isGrave ? 'none' : grade
}

/** What a recording lacks: by code, the values that its sentence needs. */
interface LackValues {
  'no-cpu-trace': object
  /** There is a CPU trace, but of another time. */
  'trace-of-another-time': object
  /** Fraction of the requests that arrived while the CPU was traced. */
  'cpu-partly-traced': { covered: number }
  /** Guests that are known to run on the host, and those whose requests were logged. */
  'domains-without-log': { domains: string[]; logged: number; known: number }
  /** Domains with a target whose response times were not measured. */
  'targets-not-measured': { domains: string[] }
  short: { seconds: number; leastSeconds: number }
  'few-windows': { windows: number; leastWindows: number }
  'few-requests': { domains: string[]; leastRequests: number }
  /** Another recording as long would give means that differ by this fraction. */
  scatter: { relative: number }
  'host-full': { utilisation: number }
  'settings-assumed': { settings: AssumedSetting[] }
  /** `side`: that of all measured times, where they are all longer, or all shorter, than foretold. */
  'predictor-off': { medianError: number; side?: 'longer' | 'shorter' }
  /** Earlier changes of weights on this host came out otherwise than foretold. */
  'outcomes-off': { medianError: number; values: number }
  /** The predictor could not be compared with anything measured. */
  'predictor-unchecked': object
  'demand-in-doubt': { doubt: DemandDoubt }
  /** Times that are too long by this factor were read in the wrong unit. */
  'mistaken-unit': { factor: number }
  'logs-swapped': { logs: SwappedLog[] }
  'clocks-apart': { offsets: ClockOffset[] }
  /** Requests that took less time than their CPU time. */
  'shorter-than-cpu-time': { domains: string[] }
  'few-hold-most': { domains: HeavyFew[] }
}

export type AssumedSetting = 'pCPUs' | 'scheduler' | 'weights'

export type Lack = {
  [Code in keyof LackValues]: {
    code: Code
    /** The best grade that a recording with it can have. */
    atMost: Exclude<EvidenceGrade, 'enough'>
  } & LackValues[Code]
}[keyof LackValues]

export interface Evidence {
  grade: EvidenceGrade
  /** The most serious first. */
  lacks: Lack[]
}

export function evidenceOf(lacks: readonly Lack[]): Evidence {
  const isGrave = ({ atMost }: Lack) => atMost === 'not-enough'
  return {
    grade: lacks.some(isGrave) ? 'not-enough' : lacks.length > 0 ? 'thin' : 'enough',
    lacks: lacks.toSorted((a, b) => Number(isGrave(b)) - Number(isGrave(a))),
  }
}
