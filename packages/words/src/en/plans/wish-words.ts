import type { EstimatorId } from '@steelyard/analysis'
import { formatRoughPercent } from '@steelyard/contract/format'
import { estimatorTitle } from '../estimator-name.ts'
import { momentWords } from '../moment-words.ts'

/** Where the values of a plan come from that answers a missed target. */
export const RELIEF_ORIGIN = 'The loop, for a missed target'

/** Where the values of a plan come from that puts weights back. */
export function restoredWords(epochSeconds: number): string {
  return `The weights of ${momentWords(epochSeconds)}`
}

/** What a model says of a change. */
interface Check {
  model: string
  gain: number
  uncertainty: number
  passes: boolean
  objects: boolean
}

/** Whether the models that do not predict here agree that the change is for the better. */
export function othersWords(by: string, checks: readonly Check[]): string[] {
  return checks
    .filter(({ model }) => model !== by)
    .map(({ model, gain, uncertainty, passes, objects }) => {
      const who = estimatorTitle(model as EstimatorId)
      const figures = `${formatRoughPercent(Math.abs(gain))}, give or take ${formatRoughPercent(uncertainty)}`
      if (passes)
        return `${who} agrees that the change is for the better: it expects a gain of ${figures}.`
      const expects = `it expects a ${gain < 0 ? 'loss' : 'gain'} of ${figures}`
      return objects
        ? `${who} does not agree: ${expects}.`
        : `${who} is not sure of a difference: ${expects}.`
    })
}
