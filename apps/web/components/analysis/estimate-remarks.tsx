import type { DomainResult } from '@steelyard/contract'
import { groupBy } from '../../lib/group-by.ts'
import { styleOf } from '../charts/series-style.ts'
import { SeriesSwatch } from '../charts/series-swatch.tsx'
import { ErratumLinks } from './errata.tsx'

/** What the estimators say about their own answers; what holds for several domains is said once. */
export function EstimateRemarks({ domains }: { domains: readonly DomainResult[] }) {
  const remarks = domains.flatMap(({ domain, estimates }) =>
    estimates.flatMap(({ estimator, valid, reasons }) =>
      reasons.map((text) => ({ domain, estimator, valid, text })),
    ),
  )
  const groups = [...groupBy(remarks, (each) => `${each.estimator} ${each.text}`)]
  if (groups.length === 0) {
    return <p className="text-sm text-ink-soft">No estimator has reservations at this load.</p>
  }
  return (
    <ul className="space-y-2 text-sm">
      {groups.map(([key, same]) => {
        const first = same[0]
        if (!first) return null
        return (
          <li key={key} className="flex gap-2.5">
            <span className="flex h-5 items-center">
              <SeriesSwatch series={first.estimator} />
            </span>
            <span className="min-w-0 text-ink-soft">
              <span className="font-medium text-ink">
                {styleOf(first.estimator).label}, {same.map((each) => each.domain).join(', ')}
                {first.valid ? '' : ' (not usable)'}:
              </span>{' '}
              <ErratumLinks text={first.text} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}
