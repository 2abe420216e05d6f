import type { DoubtCode } from '@steelyard/analysis'

export const doubtWords: Record<DoubtCode, string> = {
  'scale-invariant': 'lie outside what any weights could lead to at this load',
  'host-saturated': 'come from a host that was asked for more CPU than it has',
  'periodic-arrivals':
    'come from requests at regular intervals, which formulas of means do not describe',
  'several-cpus': 'come from a host of several pCPUs, for which the formula was not derived',
}
