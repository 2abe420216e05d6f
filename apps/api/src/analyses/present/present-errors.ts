import type { DoubtCode, EstimatorError } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { toMs } from '../../milliseconds.ts'

const doubtWords: Record<DoubtCode, string> = {
  'scale-invariant': 'lie outside what any weights could lead to at this load',
  'host-saturated': 'come from a host that was asked for more CPU than it has',
  'periodic-arrivals':
    'come from requests at regular intervals, which formulas of means do not describe',
  'several-cpus': 'come from a host of several pCPUs, for which the formula was not derived',
}

export function presentError({
  biasSeconds,
  notValid,
  ...error
}: EstimatorError): contract.EstimatorError {
  return {
    ...error,
    biasMs: toMs(biasSeconds),
    notValid: notValid.map(({ windows, doubt }) => ({ windows, reason: doubtWords[doubt] })),
  }
}
