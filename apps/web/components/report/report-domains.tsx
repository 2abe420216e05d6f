import type { AnalysisResult, Recommendation } from '@steelyard/contract'
import { formatCount, formatMs, formatPrediction, formatTargetMs } from '@steelyard/contract/format'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { ReportPart } from './report-part.tsx'

type Advice = Recommendation['domains'][number]

/** Target, measured and predicted time of each domain, and its weight. */
export function ReportDomains({ result }: { result: AnalysisResult }) {
  const { recommendation } = result
  const isAdvised = recommendation?.advice === 'change'
  return (
    <ReportPart title={isAdvised ? 'Domains, and the weights advised' : 'Domains'}>
      <PlainTable caption="Target, measured and predicted time, and weight of each domain">
        <thead>
          <tr>
            <HeadCell>Domain</HeadCell>
            <HeadCell numeric>Target</HeadCell>
            <HeadCell numeric>Measured</HeadCell>
            {isAdvised ? <HeadCell numeric>Predicted, 90 % interval</HeadCell> : null}
            <HeadCell numeric>Weight</HeadCell>
          </tr>
        </thead>
        <tbody>
          {result.domains.map(({ domain, target, observedMs, weight }) => {
            const advice = recommendation?.domains.find((each) => each.domain === domain)
            return (
              <tr key={domain} className="border-b border-line last:border-0">
                <RowHead>{domain}</RowHead>
                <Cell numeric>{formatTargetMs(target?.responseTimeMs)}</Cell>
                <Cell numeric>{formatMs(observedMs)}</Cell>
                {isAdvised ? <Predicted advice={advice} /> : null}
                <Cell numeric>
                  <BeforeAfter
                    before={formatCount(weight)}
                    after={formatCount(isAdvised ? advice?.weightAfter : weight)}
                  />
                </Cell>
              </tr>
            )
          })}
        </tbody>
      </PlainTable>
    </ReportPart>
  )
}

function Predicted({ advice }: { advice: Advice | undefined }) {
  return <Cell numeric>{formatPrediction(advice?.predictedAfter)}</Cell>
}
