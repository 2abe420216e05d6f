import type { PlanChange } from '@steelyard/contract'
import { formatPredictedMs } from '@steelyard/contract/format'

/** Which domains get slower by the prediction, and by how much. Null without predictions. */
export function whoPays({
  changes,
}: {
  changes: readonly Pick<PlanChange, 'domain' | 'predictedBefore' | 'predictedAfter'>[]
}): string | null {
  const foretold = changes.filter(({ predictedBefore, predictedAfter }) =>
    Boolean(predictedBefore && predictedAfter),
  )
  if (foretold.length === 0) return null
  const slower = foretold.filter(
    ({ predictedBefore, predictedAfter }) => predictedAfter!.ms! > predictedBefore!.ms!,
  )
  if (slower.length === 0) return 'No guest gets slower by the prediction.'
  const each = slower.map(
    ({ domain, predictedBefore, predictedAfter }) =>
      `${domain} from ${formatPredictedMs(predictedBefore!.ms)} to ${formatPredictedMs(predictedAfter!.ms)}`,
  )
  return `Gets slower by the prediction: ${new Intl.ListFormat('en').format(each)}.`
}
