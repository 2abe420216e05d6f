import type { Ranking } from '@steelyard/contract'
import { Gavel, Target } from 'lucide-react'
import { formatCounted, formatPercent, formatSignedMs } from '../../lib/format.ts'
import { ErrorBar } from '../charts/error-bar.tsx'
import { styleOf } from '../charts/series-style.ts'
import { SeriesSwatch } from '../charts/series-swatch.tsx'
import { Badge } from '../ui/badge.tsx'
import { ErratumLinks } from './errata.tsx'
import { widestError } from './ranking-scale.ts'

/** Every estimator by its error on this recording, the closest first. */
export function RankingList({ ranking }: { ranking: Ranking }) {
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
                <span>{label}</span>
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
                    half within{' '}
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
              {each.note ? (
                <>
                  . <ErratumLinks text={each.note} />
                </>
              ) : null}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
