import type { Ranking } from '@steelyard/contract'
import { formatCounted, formatPercent, formatSignedMs } from '@steelyard/contract/format'
import { Gavel, Target } from 'lucide-react'
import { modelTerm } from '../../../lib/model-names.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Term } from '../../ui/term.tsx'

type Ranked = Ranking['estimators'][number]

/**
 * Bars distinguish errors up to twice the measured value; beyond that their size no longer matters.
 */
const MOST_SHOWN = 2

/** Ranks every estimator by its error on this recording, the closest first. */
export function RankingList({ ranking }: { ranking: Ranking }) {
  const { styleOf } = useSeriesStyles()
  const widest = widestError(ranking.estimators)
  return (
    <ol aria-label="Estimators, the closest first" className="space-y-4">
      {ranking.estimators.map((each) => {
        const { label, color } = styleOf(each.estimator)
        return (
          <li key={each.estimator}>
            <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
              <span className="inline-flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
                <SeriesSwatch series={each.estimator} />
                <ModelLabel id={each.estimator} label={label} />
                {ranking.used === each.estimator ? (
                  <Badge tone="accent" icon={Gavel}>
                    used for the verdict
                  </Badge>
                ) : null}
                {ranking.best === each.estimator ? (
                  <Badge tone="ok" icon={Target}>
                    closest on this recording
                  </Badge>
                ) : null}
                {each.forecasts ? null : <Badge>cannot forecast</Badge>}
              </span>
              <span className="text-sm whitespace-nowrap text-ink-soft tabular">
                {each.medianApe === null ? (
                  'not comparable'
                ) : (
                  <>
                    median error{' '}
                    <strong className="text-ink">{formatPercent(each.medianApe)}</strong>
                  </>
                )}
              </span>
            </div>
            <ErrorBar median={each.medianApe} mean={each.mape} color={color} widest={widest} />
            <p className="mt-1 text-sm text-ink-faint tabular">
              {each.mape === null ? null : (
                <>
                  mean error {formatPercent(each.mape)}, bias {formatSignedMs(each.biasMs)},{' '}
                </>
              )}
              {formatCounted(each.windows, 'window')}
              {each.note ? `. ${each.note}` : null}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

/** The plain name, which the glossary explains. */
function ModelLabel({ id, label }: { id: string; label: string }) {
  const term = modelTerm(id)
  return term ? <Term of={term}>{label}</Term> : <span>{label}</span>
}

/** The error that fills the width of a bar: the largest one worth distinguishing. */
export function widestError(estimators: readonly Pick<Ranked, 'medianApe' | 'mape'>[]): number {
  const errors = estimators.flatMap(({ medianApe, mape }) => [medianApe ?? 0, mape ?? 0])
  const shown = errors.filter((error) => error <= MOST_SHOWN)
  const widest = Math.max(0, ...shown)
  if (widest === 0) return MOST_SHOWN
  return errors.length > shown.length ? Math.min(MOST_SHOWN, Math.max(widest, 0.5)) : widest
}

/**
 * Draws an error as a bar up to its median, with a mark at its mean. An error beyond the width ends
 * in an arrow.
 */
function ErrorBar({
  median,
  mean,
  color,
  widest,
}: {
  median: number | null
  mean: number | null
  color: string
  /** The error that fills the width; all bars that are compared share it. */
  widest: number
}) {
  const percentOf = (value: number) => `${Math.min(100, (value / widest) * 100)}%`
  return (
    <div aria-hidden className="relative h-3 overflow-hidden rounded-sm bg-sunken">
      {median === null ? null : (
        <div
          className="h-full rounded-sm"
          style={{ width: percentOf(median), backgroundColor: color }}
        />
      )}
      {mean === null || mean > widest ? null : (
        <div
          className="absolute inset-y-0 w-[3px] -translate-x-full bg-ink outline-2 outline-surface"
          style={{ left: percentOf(mean) }}
        />
      )}
      {median !== null && median > widest ? (
        <svg
          aria-hidden
          viewBox="0 0 8 12"
          className="absolute inset-y-0 right-0 h-3 w-2 fill-surface"
        >
          <path d="M1 1L7 6L1 11Z" />
        </svg>
      ) : null}
    </div>
  )
}
