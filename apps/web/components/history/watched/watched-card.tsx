'use client'

import type { Host, WatchSeries } from '@steelyard/contract'
import { formatDuration, formatStatistic } from '@steelyard/contract/format'
import { askedRange, paramsOf, type TimeRange, watchedPart } from '../../../lib/time-range.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useQueryParams } from '../../../lib/use-query-params.ts'
import { timelineOf, watchSeriesOf } from '../../../lib/watch/watch-queries.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { observedPart } from '../../watch/observed-span.ts'
import { metricOf, watchMetrics } from '../../watch/watch-metrics.ts'
import { WatchedOverTime } from './watched-over-time.tsx'

const options = watchMetrics.map(({ key, label }) => ({ value: key, label }))

/** Hours, days and weeks of a watch; what is shown of it stands in the address, as the range does. */
export function WatchedCard({ host, range: asked }: { host: Host; range: TimeRange }) {
  const [params, change] = useQueryParams()
  const now = useNow(60_000)
  const range = watchedPart(asked, host, now)
  // Where nobody chose a range, the axis has no room for times before the watch.
  const isAsked = askedRange(params, now) !== null
  const metric = metricOf(params.get('show'))
  const keep = { keepsPrevious: true }
  const series = useApi('getWatchSeries', watchSeriesOf(host.id, range), keep)
  const timeline = useApi('getHostTimeline', timelineOf(host.id, range), keep)
  const failed = [series, timeline].find(({ error, data }) => error && !data)
  return (
    <Card aria-labelledby="watched">
      <CardHeader
        id="watched"
        title="While it was watched"
        description={series.data ? describe(series.data, metric.key) : 'What the watch observed.'}
        action={
          <Segmented
            label="What is shown"
            options={options}
            value={metric.key}
            onChange={(show) => change({ show })}
          />
        }
      />
      <CardBody className="space-y-4">
        {series.data && timeline.data ? (
          <WatchedOverTime
            host={host}
            range={isAsked ? range : observedPart(range, series.data)}
            metric={metric}
            series={series.data}
            timeline={timeline.data}
            onZoom={(span) => change(paramsOf(span))}
          />
        ) : failed ? (
          <ProblemAlert
            error={failed.error}
            title="What was observed could not be loaded"
            onRetry={() => void failed.refetch()}
          />
        ) : (
          <div role="status" className="min-h-96">
            <span className="sr-only">Loading what was observed</span>
          </div>
        )}
      </CardBody>
    </Card>
  )
}

function describe({ statistic, windowSeconds }: WatchSeries, metric: string): string {
  return metric === 'response'
    ? `The ${formatStatistic(statistic, windowSeconds)}, with the targets in force now.`
    : `Means of windows of ${formatDuration(windowSeconds)}.`
}
