import type { WantedValues } from '@steelyard/contract'
import { OTHERS, REAL_TIME } from './play-task.ts'

/** Beside 256 this is the same share, but the hypervisor is told that it means real time. */
export const REAL_TIME_WEIGHT = 257
const ORDINARY_WEIGHT = 256
/** The pCPU of the cpupool under RTDS, which they share; Domain-0 keeps the other one. */
const POOLED = 1

/** How much more than the execution time the product gives each job by default. */
export const ALLOWANCE_PERCENT = 10

type Values = Omit<WantedValues, 'hostId'>

/** They rest on the product's advice, which is asked for without an allowance for turns and with it. */
type Advised = 'caps' | 'rt-credit' | 'rtds'

/** What an operator plans and applies. */
export interface Policy {
  name: 'credit' | 'order' | Advised | `${Advised}-allowing`
  /** Null for the host as it boots. */
  values: Values | null
}

/** What the real-time guest leaves of the pCPU, and its reservation, as the product assessed. */
export interface Advice {
  capPercent: Record<string, number>
  reservation: { periodMs: number; budgetMs: number }
}

/** Stock credit, and the order of the paper's runqueue alone. */
export const UNCAPPED: Policy[] = [
  { name: 'credit', values: null },
  { name: 'order', values: weights(REAL_TIME_WEIGHT) },
]

/** The policy of the paper, and its other half alone, which stock credit has. */
export function cappedPolicies(advice: Advice, allowing: '' | '-allowing' = ''): Policy[] {
  return [
    { name: `rt-credit${allowing}`, values: weights(REAL_TIME_WEIGHT, advice.capPercent) },
    { name: `caps${allowing}`, values: advisedCaps(advice) },
  ]
}

export function advisedCaps({ capPercent }: Advice): Values {
  return weights(ORDINARY_WEIGHT, capPercent)
}

function weights(weight: number, caps: Record<string, number> = {}): Values {
  return {
    weights: [
      { domain: REAL_TIME.name, weight },
      ...OTHERS.map(({ name }) => ({
        domain: name,
        weight: ORDINARY_WEIGHT,
        cap: caps[name] ?? 0,
      })),
    ],
  }
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
