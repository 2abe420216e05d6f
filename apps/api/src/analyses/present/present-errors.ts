import type { EstimatorError } from '@steelyard/analysis'
import type * as contract from '@steelyard/contract'
import { words } from '@steelyard/words'
import { toMs } from '../../milliseconds.ts'

export function presentError({
  biasSeconds,
  notValid,
  ...error
}: EstimatorError): contract.EstimatorError {
  return {
    ...error,
    biasMs: toMs(biasSeconds),
    notValid: notValid.map(({ windows, doubt }) => ({
      windows,
      reason: words.analyses.doubt[doubt],
    })),
  }
}
