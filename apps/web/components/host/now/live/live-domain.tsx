import { formatCounted, formatMs, formatTargetMs } from '@steelyard/contract/format'
import { measuredVerdict } from '@steelyard/contract/plain'
import type { Span } from '../../../../lib/span.ts'
import { Name } from '../../../ui/name.tsx'
import { VerdictMark } from '../../../ui/verdict-mark.tsx'
import type { DomainMoment } from '../../../watch/moment.ts'
import { WatchChart } from '../../../watch/watch-chart.tsx'
import type { WatchLine } from '../../../watch/watch-lines.ts'
import { metricOf } from '../../../watch/watch-metrics.ts'
import type { WatchRow } from '../../../watch/watch-rows.ts'

const HEIGHT = 168

/** The response times of one domain against its target, with the newest in figures. */
export function LiveDomain({
  moment,
  line,
  ...chart
}: {
  moment: DomainMoment
  line: WatchLine
  rows: readonly WatchRow[]
  windowSeconds: number
  range: Span
  ticks: number
}) {
  const { domain, targetMs, newest } = moment
  const nowMs = newest?.responseTimeMs ?? null
  const meets = nowMs === null || targetMs === null ? null : nowMs <= targetMs
  return (
    <li className="min-w-0">
      <div className="flex items-baseline justify-between gap-x-3 text-sm">
        <h3 className="min-w-0 font-medium">
          <Name>{domain}</Name>
        </h3>
        <p className="shrink-0 text-ink-soft tabular">
          <span className="font-semibold text-ink">{formatMs(nowMs)}</span>{' '}
          {targetMs === null ? 'no target' : `of ${formatTargetMs(targetMs)}`}{' '}
          <VerdictMark verdict={measuredVerdict(meets, 'enough')} />
        </p>
      </div>
      {/* A line of its own, also without words, so that charts beside each other stand level. */}
      <p className="mb-1 min-h-5 text-sm text-ink-faint">{latelyWords(moment)}</p>
      <WatchChart
        label={`Response time of ${domain}, last 30 min`}
        height={HEIGHT}
        metric={metricOf('response')}
        lines={[{ ...line, color: 'var(--series-measured)', dash: undefined }]}
        dotsMisses
        {...chart}
      />
    </li>
  )
}

function latelyWords({ targetMs, windows, missed }: DomainMoment): string {
  if (windows === 0) return 'no response times in the last 5 min'
  if (targetMs === null) return ''
  const counted = formatCounted(windows, 'window')
  return missed === 0 ? `kept in ${windows} of ${counted}` : `missed in ${missed} of ${counted}`
}
