import type { AnalysisResult, Recommendation } from '@steelyard/contract'
import { formatList, oneUnitFor } from '@steelyard/contract/format'
import { pays } from '@steelyard/contract/plain'
import { advisesWeights } from '../../../lib/advises-weights.ts'

type Advice = Recommendation['domains'][number]

/** Whose time the advised weights lengthen, from what to what. */
export function WhoPays({ result }: { result: AnalysisResult }) {
  if (!advisesWeights(result)) return null
  const paying = result.recommendation!.domains.filter(({ predictedBefore, predictedAfter }) =>
    pays(predictedBefore, predictedAfter),
  )
  if (paying.length === 0) return <p>No guest pays for it.</p>
  return (
    <p>
      <strong className="font-semibold">
        {paying.length === 1 ? `${paying[0]!.domain} pays:` : 'These pay:'}
      </strong>{' '}
      {paying.length === 1
        ? priceOf(paying[0]!)
        : formatList(paying.map((each) => `${each.domain} ${priceOf(each)}`))}
      .
    </p>
  )
}

function priceOf({ predictedBefore, predictedAfter, targetMs, softTargetMs }: Advice): string {
  const limit = targetMs ?? softTargetMs
  const times = oneUnitFor([predictedAfter!.ms, limit])
  const change = `${times.predicted(predictedBefore!.ms)} → ${times.predicted(predictedAfter!.ms)} ${times.unit}`
  if (limit === null || limit === undefined) return `${change}, without a target`
  return `${change} of its ${targetMs === null ? 'soft ' : ''}${times.target(limit)}`
}
