import type { WantedValues } from '@steelyard/contract'
import { OTHERS, REAL_TIME } from './play-task.ts'

/** Beside 256 this is the same share, but the hypervisor is told that it means real time. */
export const REAL_TIME_WEIGHT = 257
const ORDINARY_WEIGHT = 256
/** The pCPU that they share; Domain-0 has the other one, as in the paper. */
export const SHARED = 1

type Values = Omit<WantedValues, 'hostId'>

/** What an operator plans and applies, one after the other. */
export interface Policy {
  name: 'credit' | 'order' | 'caps' | 'rt-credit' | 'rtds'
  plans: Values[]
}

/** What the real-time guest leaves of the pCPU, and its reservation, as the product assessed. */
export interface Advice {
  capPercent: Record<string, number>
  reservation: { periodMs: number; budgetMs: number }
}

/** The policies of the paper, its two halves alone, and RTDS, in the order in which they are tried. */
export function policiesFor(advice: Advice): Policy[] {
  const values = (weight: number, caps: Record<string, number>): Values => ({
    weights: [
      { domain: REAL_TIME.name, weight },
      ...OTHERS.map(({ name }) => ({
        domain: name,
        weight: ORDINARY_WEIGHT,
        cap: caps[name] ?? 0,
      })),
    ],
  })
  const { capPercent } = advice
  return [
    { name: 'credit', plans: [values(ORDINARY_WEIGHT, {})] },
    { name: 'order', plans: [values(REAL_TIME_WEIGHT, {})] },
    { name: 'rt-credit', plans: [values(REAL_TIME_WEIGHT, capPercent)] },
    { name: 'caps', plans: [values(ORDINARY_WEIGHT, capPercent)] },
    { name: 'rtds', plans: [values(ORDINARY_WEIGHT, {}), unpinned(), pool(advice)] },
  ]
}

export function pinned(): Values {
  return { pins: everyGuest().map((domain) => ({ domain, pCpus: [SHARED] })) }
}

function unpinned(): Values {
  return { pins: everyGuest().map((domain) => ({ domain, pCpus: 'all' as const })) }
}

/** The others reserve a little, and take what is left over. */
function pool({ reservation }: Advice): Values {
  const { periodMs } = reservation
  return {
    realTimePool: {
      scheduler: 'rtds',
      pCpus: [SHARED],
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
}

const everyGuest = () => [REAL_TIME, ...OTHERS].map(({ name }) => name)
