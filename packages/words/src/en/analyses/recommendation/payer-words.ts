import type { Recommendation, RecommendedDomain } from '@steelyard/analysis'
import { formatBriefMs } from '@steelyard/contract/format'

/** Says of each domain with a soft target that takes longer under the new weights how far it pays. */
export function payerWords({ advice, domains }: Recommendation): string[] {
  return advice.change ? domains.flatMap(wordsOf) : []
}

/** Below this, two predictions are the same for all that they can tell. */
const SAME_WITHIN = 0.05

function wordsOf({
  domain,
  softTarget,
  keepsSoftTarget,
  predictedBefore,
  predictedAfter,
}: RecommendedDomain): string[] {
  if (!softTarget || !predictedBefore || !predictedAfter) return []
  if (predictedAfter.seconds < predictedBefore.seconds * (1 + SAME_WITHIN)) return []
  const paid = `${formatBriefMs(predictedBefore.seconds)} to ${formatBriefMs(predictedAfter.seconds)}`
  const allowed = `${formatBriefMs(softTarget.seconds)} allowed`
  return [
    keepsSoftTarget
      ? `${domain} pays: ${paid}, up to ${allowed}.`
      : `${domain} pays more than it may: ${paid}, only ${allowed}.`,
  ]
}
