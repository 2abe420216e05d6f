import { formatTargetMs } from '@steelyard/contract/format'
import { measuredVerdict } from '@steelyard/contract/plain'
import { formatClock, formatDateTime } from '../../lib/format/dates.ts'
import { LineSwatch } from '../charts/line-swatch.tsx'
import { VerdictMark } from '../ui/verdict-mark.tsx'
import type { WatchLine } from './watch-lines.ts'
import type { WatchMetric } from './watch-metrics.ts'
import { metricIn, type WatchRow } from './watch-rows.ts'

/** Domains beyond these stand in the table below the chart. */
const MOST = 8

/** One window, domain by domain. */
export function WatchTip({
  row,
  lines,
  metric,
}: {
  row: WatchRow
  lines: readonly WatchLine[]
  metric: WatchMetric
}) {
  const shown = lines.filter(({ domain }) => metricIn(row, domain, metric) !== null)
  const isTimed = metric.key === 'response'
  return (
    <>
      <p className="text-ink-soft">
        {formatClock(row.at)}, {formatDateTime(new Date(row.at).toISOString()).split(',')[0]}
      </p>
      {shown.length === 0 ? <p>No value in this window.</p> : null}
      <ul>
        {shown.slice(0, MOST).map(({ domain, color, dash, targetMs }) => {
          const value = metricIn(row, domain, metric)
          return (
            <li key={domain} className="flex items-center gap-2">
              <LineSwatch color={color} dash={dash} />
              <span className="font-medium">{domain}</span>
              <span>{metric.write(value)}</span>
              {isTimed && targetMs !== null && value !== null ? (
                <span className="text-ink-soft">
                  of {formatTargetMs(targetMs)}{' '}
                  <VerdictMark verdict={measuredVerdict(value <= targetMs, 'enough')} />
                </span>
              ) : null}
            </li>
          )
        })}
      </ul>
      {shown.length > MOST ? <p className="text-ink-soft">and {shown.length - MOST} more</p> : null}
    </>
  )
}
