'use client'

import type { Watch } from '@steelyard/contract'
import { useMemo } from 'react'
import { useLiveSeries } from '../../../../lib/watch/use-live-series.ts'
import { Card, CardBody } from '../../../ui/card.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { TroubleAlert } from '../../../ui/trouble-alert.tsx'
import { useHostFrame } from '../../frame/use-host-frame.ts'
import { LiveCharts } from './live-charts.tsx'
import { LiveFooter } from './live-footer.tsx'
import { LiveVerdict } from './live-verdict.tsx'
import { LostLogs } from './lost-logs.tsx'
import { seriesOfHost } from './series-of-host.ts'

/** What a watched host does in this moment, or one of its guests. */
export function LiveCard({ watch, of }: { watch: Watch; of?: string }) {
  const { host } = useHostFrame()
  const { data, error, refetch, isStreaming } = useLiveSeries(host.id)
  const series = useMemo(() => data && seriesOfHost(data, host, of), [data, host, of])
  if (!series) {
    return (
      <Card aria-label="Now">
        <CardBody>
          {error ? (
            <ProblemAlert
              error={error}
              title="What the host does now could not be loaded"
              onRetry={() => void refetch()}
            />
          ) : (
            <div role="status" className="min-h-96">
              <span className="sr-only">Loading what the host does now</span>
            </div>
          )}
        </CardBody>
      </Card>
    )
  }
  return (
    <Card aria-labelledby="live">
      <CardBody className="space-y-3">
        <LiveVerdict
          hostId={host.id}
          series={series}
          state={watch.state}
          isInterrupted={isStreaming === false}
        />
        <TroubleAlert title="The host cannot be observed now" trouble={watch.trouble} />
        <LostLogs hostId={host.id} logs={watch.logs} />
        <LiveCharts series={series} />
        <LiveFooter host={host} series={series} />
      </CardBody>
    </Card>
  )
}
