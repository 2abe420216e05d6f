import type { Affinity } from '../host-inventory.ts'
import type { Drift } from './drift.ts'

/** Reasons about a plan, by code, with the values that a sentence needs. */
interface ReasonValues {
  'no-change': object
  'domain-missing': { uuid: string }
  'domain-dying': { name: string }
  'domain-listed-twice': { uuid: string }
  'domain-0-never-changed': object
  'weight-out-of-range': { name: string; most: number }
  'cap-out-of-range': { name: string; vCpus: number }
  'scheduler-unsupported': { name: string; scheduler: string }
  'drift-since-analysis': { drift: Drift }
  /** Both are fractions. */
  'domain-0-share-falls': { from: number; to: number }
  /** All are fractions of the credits, but for `use`: of one pCPU, null where nobody measured it. */
  'domain-0-starved': { from: number; to: number; needs: number; use: number | null }
  /** Weights of Domain-0, which the hypervisor sets by itself. */
  'domain-0-weighed': { from: number; to: number }
  'vcpus-pinned': { name: string }
  'pcpu-unknown': { name: string; last: number }
  /**
   * For a domain that would run on the pCPUs; `name` is null for the cpupool itself that would give
   * them away.
   */
  'pcpu-not-in-cpupool': { name: string | null; cpupool: string; pCpus: number[] }
  'domain-0-pinned': { affinity: Affinity[] }
  'vcpus-share-pcpus': { name: string; vCpus: number; pCpus: number }
  'cpupool-exists': { cpupool: string }
  'pool-not-alone': object
  'pool-0-left-empty': object
  'domain-0-stays': object
  'domain-not-in-pool-0': { name: string; cpupool: string }
  'no-pcpu-left': { name: string }
  'reservation-out-of-range': { name: string; leastUs: number }
  /** Both are in pCPUs. */
  'reservations-exceed-pcpus': { promised: number; given: number }
  'scheduler-may-be-missing': object
  'values-reset-by-move': { domains: number }
}

export type PlanReasonCode = keyof ReasonValues

export interface ReasonOf<C extends PlanReasonCode> {
  code: C
  /**
   * `blocks` means that the plan cannot be applied, `endangers` that it can and probably should not
   * be, `warns` that the operator should know, `tells` that nothing speaks against it.
   */
  effect: 'blocks' | 'endangers' | 'warns' | 'tells'
  uuid: string | null
  values: ReasonValues[C]
}

export type PlanReason = { [C in PlanReasonCode]: ReasonOf<C> }[PlanReasonCode]

/** The sentence for each reason. */
export type ReasonSentences = { [C in PlanReasonCode]: (values: ReasonValues[C]) => string }

export function blocks<C extends PlanReasonCode>(
  code: C,
  values: ReasonValues[C],
  uuid: string | null = null,
): ReasonOf<C> {
  return { code, effect: 'blocks', uuid, values }
}

export function warns<C extends PlanReasonCode>(
  code: C,
  values: ReasonValues[C],
  uuid: string | null = null,
): ReasonOf<C> {
  return { code, effect: 'warns', uuid, values }
}

export function endangers<C extends PlanReasonCode>(
  code: C,
  values: ReasonValues[C],
  uuid: string | null = null,
): ReasonOf<C> {
  return { code, effect: 'endangers', uuid, values }
}

export function tells<C extends PlanReasonCode>(
  code: C,
  values: ReasonValues[C],
  uuid: string | null = null,
): ReasonOf<C> {
  return { code, effect: 'tells', uuid, values }
}
