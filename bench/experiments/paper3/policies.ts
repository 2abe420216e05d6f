import type { WantedValues } from '@steelyard/contract'
import { OTHERS, REAL_TIME } from './play-task.ts'

/** Beside 256 this is the same share, but the hypervisor is told that it means real time. */
export const REAL_TIME_WEIGHT = 257
const ORDINARY_WEIGHT = 256
/** The pCPU of the cpupool under RTDS, which they share; Domain-0 keeps the other one. */
const POOLED = 1

/** By how much the product is told to overstate the execution time under `rtds-allowing`. */
export const RTDS_ALLOWANCE = 1.1

type Values = Omit<WantedValues, 'hostId'>

/** What an operator plans and applies. */
export interface Policy {
  name: 'credit' | 'order' | 'caps' | 'rt-credit' | 'rtds' | 'rtds-allowing'
  /** Null for the host as it boots. */
  values: Values | null
}

/** What the real-time guest leaves of the pCPU, and its reservation, as the product assessed. */
export interface Advice {
  capPercent: Record<string, number>
  reservation: { periodMs: number; budgetMs: number }
}

/** The policies of the paper and its two halves alone, for a host with one pCPU. */
export function creditPolicies({ capPercent }: Advice): Policy[] {
  const values = (weight: number, caps: Record<string, number> = {}): Values => ({
    weights: [
      { domain: REAL_TIME.name, weight },
      ...OTHERS.map(({ name }) => ({
        domain: name,
        weight: ORDINARY_WEIGHT,
        cap: caps[name] ?? 0,
      })),
    ],
  })
  return [
    { name: 'credit', values: null },
    { name: 'order', values: values(REAL_TIME_WEIGHT) },
    { name: 'rt-credit', values: values(REAL_TIME_WEIGHT, capPercent) },
    { name: 'caps', values: values(ORDINARY_WEIGHT, capPercent) },
  ]
}

/** Their second pCPU under RTDS: the others reserve a little, and take what is left over. */
export function rtdsPolicy(name: 'rtds' | 'rtds-allowing', { reservation }: Advice): Policy {
  const { periodMs } = reservation
  const values: Values = {
    realTimePool: {
      scheduler: 'rtds',
      pCpus: [POOLED],
      domains: [
        { domain: REAL_TIME.name, ...reservation, extraTime: false },
        ...OTHERS.map(({ name }) => ({
          domain: name,
          periodMs,
          budgetMs: periodMs / 100,
          extraTime: true,
        })),
      ],
    },
  }
  return { name, values }
}
