import type { AnalysisResult } from '@steelyard/contract'
import { formatStatistic } from '@steelyard/contract/format'
import { GuestFigures } from '../guests/guest-figures.tsx'
import { advisesWeights } from '../host/now/plan-advice.tsx'
import { ReportPart } from './report-part.tsx'

/** Each guest as on the host's own page, and what SandPiper would do. */
export function ReportGuests({ result }: { result: AnalysisResult }) {
  return (
    <ReportPart title={advisesWeights(result) ? 'Guests, and the weights advised' : 'Guests'}>
      <p className="text-ink-soft">
        Times are the {formatStatistic(result.targetStatistic, result.targetWindowSeconds)}.{' '}
        {result.predictor.dissent?.text}
      </p>
      <GuestFigures result={result} />
      {result.besideSandpiper ? <p>{result.besideSandpiper.statement}</p> : null}
    </ReportPart>
  )
}
