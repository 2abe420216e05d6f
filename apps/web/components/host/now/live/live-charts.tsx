'use client'

import type { WatchSeries } from '@steelyard/contract'
import { memo } from 'react'
import { cx } from '../../../../lib/cx.ts'
import { LineSwatch } from '../../../charts/line-swatch.tsx'
import { useGuestLooks } from '../../../charts/palette.ts'
import { momentsOf } from '../../../watch/moment.ts'
import { WatchChart } from '../../../watch/watch-chart.tsx'
import { type WatchLine, watchLines } from '../../../watch/watch-lines.ts'
import { metricOf } from '../../../watch/watch-metrics.ts'
import { watchRows } from '../../../watch/watch-rows.ts'
import { LiveDomain } from './live-domain.tsx'

const HEIGHT = 168

/**
 * A response time chart for each domain that has such times or a target; load and CPU of all. Drawing
 * is work, so it waits for a new window.
 */
export const LiveCharts = memo(function LiveCharts({ series }: { series: WatchSeries }) {
  const rows = watchRows(series)
  const moments = momentsOf(series)
  const lines = watchLines(series.domains, useGuestLooks())
  const range = { from: Date.parse(series.from), to: Date.parse(series.to) }
  const common = { rows, windowSeconds: series.windowSeconds, range, ticks: 3 }
  const timed = series.domains.filter(
    ({ targetMs, points }) =>
      targetMs !== null || points.some(({ responseTimeMs }) => responseTimeMs !== null),
  )
  return (
    <div className="space-y-4">
      {timed.length > 0 ? (
        <ul className={cx('grid gap-x-6 gap-y-3', columnsFor(timed.length))}>
          {timed.map(({ domain }) => (
            <LiveDomain
              key={domain}
              moment={moments.find((each) => each.domain === domain)!}
              line={lines.find((each) => each.domain === domain)!}
              {...common}
            />
          ))}
        </ul>
      ) : null}
      <div>
        <Legend lines={lines} />
        <div className="mt-2 grid gap-x-6 gap-y-3 md:grid-cols-2">
          {(['load', 'cpu'] as const).map((key) => (
            <div key={key} className="min-w-0">
              <h3 className="mb-1 text-sm font-medium">{metricOf(key).label}</h3>
              <WatchChart
                label={`${metricOf(key).label} of each guest, last 30 min`}
                height={HEIGHT}
                metric={metricOf(key)}
                lines={lines}
                {...common}
              />
            </div>
          ))}
        </div>
      </div>
    </div>
  )
})

/** So that as few places as possible stay empty. */
function columnsFor(charts: number): string {
  if (charts === 1) return ''
  return charts === 2 || charts === 4 ? 'md:grid-cols-2' : 'md:grid-cols-2 xl:grid-cols-3'
}

function Legend({ lines }: { lines: readonly WatchLine[] }) {
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {lines.map(({ domain, color, dash }) => (
        <li key={domain} className="inline-flex items-center gap-2">
          <LineSwatch color={color} dash={dash} />
          {domain}
        </li>
      ))}
    </ul>
  )
}
