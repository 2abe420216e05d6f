import type { AnalysisResult, Recommendation } from '@steelyard/contract'
import { formatItems, oneUnitFor } from '@steelyard/contract/format'
import { advisesWeights } from './plan-advice.tsx'

/** A guest pays where its predicted time grows by more than this. */
const MORE_THAN = 1.15

type Advice = Recommendation['domains'][number]

/** Whose time the advised weights lengthen, from what to what. */
export function WhoPays({ result }: { result: AnalysisResult }) {
  if (!advisesWeights(result)) return null
  const paying = result.recommendation!.domains.filter(pays)
  if (paying.length === 0) return <p>No guest pays for it.</p>
  return (
    <p>
      <strong className="font-semibold">
        {formatItems(paying.map(({ domain }) => domain))} {paying.length === 1 ? 'pays' : 'pay'}:
      </strong>{' '}
      {formatItems(paying.map(priceOf))}.
    </p>
  )
}

function pays({ predictedBefore, predictedAfter }: Advice): boolean {
  return (
    predictedBefore !== null &&
    predictedAfter !== null &&
    predictedAfter.ms > MORE_THAN * predictedBefore.ms
  )
}

function priceOf({ predictedBefore, predictedAfter, targetMs, softTargetMs }: Advice): string {
  const limit = targetMs ?? softTargetMs
  const times = oneUnitFor([predictedAfter!.ms, limit])
  const change = `${times.predicted(predictedBefore!.ms)} → ${times.predicted(predictedAfter!.ms)} ${times.unit}`
  if (limit === null || limit === undefined) return `${change}, without a target`
  return `${change} of its ${targetMs === null ? 'soft ' : ''}${times.target(limit)}`
}
