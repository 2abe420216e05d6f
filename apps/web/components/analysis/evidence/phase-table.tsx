import type { AnalysisResult, EstimatorId, PhaseResult } from '@steelyard/contract'
import { formatCount, formatMs, formatRate, formatSignedPercent } from '@steelyard/contract/format'
import { formatClock } from '../../../lib/format/dates.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import { FoldingCard } from '../../ui/folding-card.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { NotValidMark } from '../trust/not-valid-mark.tsx'

type PhaseDomain = PhaseResult['domains'][number]

/** Compares the measured value with each estimate and its error, per phase and domain. */
export function PhaseTable({ result }: { result: AnalysisResult }) {
  const { all } = useSeriesStyles()
  const estimators = all.filter((style) => result.estimators.some((each) => each.id === style.key))
  const columns = 5 + estimators.length
  return (
    <FoldingCard
      id="phases"
      title="Phase by phase"
      description="Mean response times. The percentage is the error of the estimate relative to the measurement."
    >
      <div className="pt-3 pb-2">
        <PlainTable caption="Measured and estimated response times by phase and domain">
          <thead>
            <tr>
              <HeadCell>Domain</HeadCell>
              <HeadCell numeric>Weight</HeadCell>
              <HeadCell numeric>Arrival rate</HeadCell>
              <HeadCell numeric>Measured</HeadCell>
              <HeadCell numeric>95th percentile</HeadCell>
              {estimators.map((style) => (
                <HeadCell key={style.key} numeric>
                  <span className="inline-flex items-center gap-2">
                    <SeriesSwatch series={style.key} />
                    {style.label}
                  </span>
                </HeadCell>
              ))}
            </tr>
          </thead>
          {result.phases.map((phase) => (
            <tbody key={phase.from} className="border-b border-line last:border-0">
              <tr>
                <th
                  scope="rowgroup"
                  colSpan={columns}
                  className="bg-sunken px-4 py-1.5 text-left font-semibold sm:px-6"
                >
                  {phase.label}
                  <span className="ml-2 font-normal text-ink-soft tabular">
                    {formatClock(phase.from)}–{formatClock(phase.to)}
                  </span>
                </th>
              </tr>
              {phase.domains.map((domain) => (
                <tr key={domain.domain}>
                  <RowHead>{domain.domain}</RowHead>
                  <Cell numeric>{formatCount(domain.weight)}</Cell>
                  <Cell numeric>{formatRate(domain.arrivalRatePerSecond)}</Cell>
                  <Cell numeric className="font-semibold">
                    {formatMs(domain.measured?.meanMs)}
                  </Cell>
                  <Cell numeric>{formatMs(domain.measured?.p95Ms)}</Cell>
                  {estimators.map((style) => (
                    <EstimateCell key={style.key} domain={domain} estimator={style.key} />
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </PlainTable>
      </div>
      {result.phases.some(hasDoubts) ? (
        <p className="px-4 pb-4 text-sm text-ink-faint sm:px-6">
          † Not valid: the estimator itself marks this figure as unreliable. The errors below give
          the reason.
        </p>
      ) : null}
    </FoldingCard>
  )
}

/** Missing figures are not counted: the table already marks them. */
function hasDoubts({ domains }: PhaseResult): boolean {
  return domains.some(({ estimatesMs, notValid }) =>
    notValid.some((estimator) => estimatesMs[estimator] != null),
  )
}

function EstimateCell({ domain, estimator }: { domain: PhaseDomain; estimator: EstimatorId }) {
  const estimate = domain.estimatesMs[estimator] ?? null
  const valid = !domain.notValid.includes(estimator)
  const measured = domain.measured?.meanMs
  if (estimate === null) {
    return (
      <Cell numeric className="text-ink-faint">
        no finite answer
      </Cell>
    )
  }
  return (
    <Cell numeric className={valid ? undefined : 'text-ink-faint'}>
      {formatMs(estimate)}
      {valid ? null : <NotValidMark />}
      <span className="ml-2 inline-block min-w-16 text-ink-faint">
        {measured ? formatSignedPercent((estimate - measured) / measured) : ''}
      </span>
    </Cell>
  )
}
