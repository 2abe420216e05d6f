import type { Ranking } from '@steelyard/contract'
import {
  formatCount,
  formatRoughPercent,
  formatSignedMs,
  UNKNOWN,
} from '@steelyard/contract/format'
import { Gavel, Target } from 'lucide-react'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { modelTerm } from '../../../lib/model-names.ts'
import { useEstimators } from '../../../lib/use-estimators.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { Term } from '../../ui/term.tsx'
import { ErrorBar } from './error-bar.tsx'
import type { ErrorRow } from './estimator-errors.ts'

/** The error of each estimator, the closest first, and what to know about it. */
export function ErrorTable({ rows, ranking }: { rows: readonly ErrorRow[]; ranking: Ranking }) {
  const { styleOf } = useSeriesStyles()
  return (
    <PlainTable caption="Error of each estimator, the closest first">
      <thead>
        <tr>
          <HeadCell>Estimator</HeadCell>
          <HeadCell className="hidden w-1/4 min-w-28 lg:table-cell">
            <span className="sr-only">Bar of the median error</span>
          </HeadCell>
          <HeadCell numeric>Median error</HeadCell>
          <HeadCell numeric>Mean error</HeadCell>
          <HeadCell numeric>Bias</HeadCell>
          <HeadCell numeric>Windows</HeadCell>
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.estimator} className="border-b border-line last:border-0">
          <tr>
            <RowHead>
              <EstimatorName row={row} ranking={ranking} />
            </RowHead>
            <Cell className="hidden pt-4 lg:table-cell">
              <ErrorBar
                median={row.medianApe}
                mean={row.mape}
                color={styleOf(row.estimator).color}
              />
            </Cell>
            <Cell numeric className="font-semibold">
              {row.medianApe === null
                ? 'not comparable'
                : keepUnits(formatRoughPercent(row.medianApe))}
            </Cell>
            <Cell numeric>
              {row.mape === null ? UNKNOWN : keepUnits(formatRoughPercent(row.mape))}
            </Cell>
            <Cell numeric>{keepUnits(formatSignedMs(row.biasMs))}</Cell>
            <Cell numeric>{formatCount(row.windows)}</Cell>
          </tr>
          <Notes row={row} />
        </tbody>
      ))}
    </PlainTable>
  )
}

function EstimatorName({
  row: { estimator, forecasts },
  ranking,
}: {
  row: ErrorRow
  ranking: Ranking
}) {
  const { label } = useSeriesStyles().styleOf(estimator)
  const term = modelTerm(estimator)
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
      <SeriesSwatch series={estimator} />
      {term ? <Term of={term}>{label}</Term> : label}
      {ranking.used === estimator ? (
        <Badge tone="accent" icon={Gavel}>
          used for the verdict
        </Badge>
      ) : null}
      {ranking.best === estimator ? (
        <Badge tone="ok" icon={Target}>
          closest on this recording
        </Badge>
      ) : null}
      {forecasts ? null : <Badge>cannot forecast</Badge>}
    </span>
  )
}

/** What to know about it; why it cannot forecast says enough about one that cannot. */
function Notes({ row: { estimator, forecasts, note, notValid } }: { row: ErrorRow }) {
  const general = useEstimators().find(({ id }) => id === estimator)?.note
  const notes = [forecasts ? general : null, note, ...notValid].filter(Boolean)
  if (notes.length === 0) return null
  return (
    <tr>
      <td colSpan={6} className="px-4 pb-2.5 text-ink-faint sm:px-6">
        <p className="max-w-[min(48rem,80vw)]">{notes.join(' ')}</p>
      </td>
    </tr>
  )
}
