import type { AnalysisResult, EstimatorError, Ranking } from '@steelyard/contract'
import { formatCount, formatPercent, formatSignedMs } from '@steelyard/contract/format'
import { Target } from 'lucide-react'
import { useEstimators } from '../../../lib/use-estimators.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import { Badge } from '../../ui/badge.tsx'
import { CardBody } from '../../ui/card.tsx'
import { FoldingCard } from '../../ui/folding-card.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { type ErrorScope, errorScopes, errorSentence, notValidNotes } from './estimator-errors.ts'

/** Shows the error of each estimator against the measurements, overall and per domain. */
export function ErrorCard({ result }: { result: AnalysisResult }) {
  const { styleOf } = useSeriesStyles()
  const estimators = useEstimators()
  const scopes = errorScopes(result.errors)
  const overall = scopes.find((scope) => scope.domain === null)
  const allWindows = Math.max(0, ...(overall?.errors.map((error) => error.windows) ?? []))
  const noteOf = ({ estimator }: EstimatorError) =>
    estimators.find(({ id }) => id === estimator)?.note
  return (
    <FoldingCard
      id="errors"
      folded
      title="How far off each estimate was"
      description="Relative to the measured mean response time of the same windows. The mark shows the closest on this recording of those that can forecast."
    >
      <CardBody className="space-y-1.5 text-sm text-ink-soft">
        {overall?.errors.map((error) => (
          <p key={error.estimator} className="flex gap-2.5">
            <span className="flex h-6 items-center">
              <SeriesSwatch series={error.estimator} />
            </span>
            {errorSentence(styleOf(error.estimator).label, error, allWindows)} {noteOf(error)}
          </p>
        ))}
      </CardBody>
      <div className="pb-2">
        <PlainTable caption="Error of each estimator, overall and per domain">
          <thead>
            <tr>
              <HeadCell>Estimator</HeadCell>
              <HeadCell numeric>Windows</HeadCell>
              <HeadCell numeric>Mean error (MAPE)</HeadCell>
              <HeadCell numeric>Median error</HeadCell>
              <HeadCell numeric>Bias</HeadCell>
              <HeadCell>
                <span className="sr-only">Remarks</span>
              </HeadCell>
            </tr>
          </thead>
          {scopes.map((scope) => (
            <ScopeRows key={scope.domain ?? ''} scope={scope} ranking={result.ranking} />
          ))}
        </PlainTable>
      </div>
    </FoldingCard>
  )
}

function ScopeRows({ scope, ranking }: { scope: ErrorScope; ranking: Ranking }) {
  const { styleOf } = useSeriesStyles()
  const ranked = new Map(ranking.estimators.map((each) => [each.estimator, each]))
  return (
    <tbody className="border-b border-line last:border-0">
      <tr>
        <th
          scope="rowgroup"
          colSpan={6}
          className="bg-sunken px-4 py-1.5 text-left font-semibold sm:px-6"
        >
          {scope.domain ?? 'All domains'}
        </th>
      </tr>
      {scope.errors.map((error) => (
        <tr key={error.estimator}>
          <RowHead className="whitespace-nowrap">{styleOf(error.estimator).label}</RowHead>
          <Cell numeric>{formatCount(error.windows)}</Cell>
          <Cell numeric className="font-semibold">
            {formatPercent(error.mape)}
          </Cell>
          <Cell numeric>{formatPercent(error.medianApe)}</Cell>
          <Cell numeric>{formatSignedMs(error.biasMs)}</Cell>
          <Cell>
            {scope.domain === null && ranking.best === error.estimator ? (
              <Badge tone="accent" icon={Target}>
                closest on this recording
              </Badge>
            ) : null}
            {ranked.get(error.estimator)?.forecasts === false ? (
              <span className="text-ink-soft">cannot forecast</span>
            ) : null}
            {notValidNotes(error).map((note) => (
              <span key={note} className="block text-ink-soft">
                {note}
              </span>
            ))}
          </Cell>
        </tr>
      ))}
    </tbody>
  )
}
