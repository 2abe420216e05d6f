'use client'

import type { Host, Watch, WatchSeries } from '@steelyard/contract'
import { formatDuration } from '@steelyard/contract/format'
import Link from 'next/link'
import { inHostOrder } from '../../../../lib/domain-order.ts'
import { formatClock } from '../../../../lib/format/dates.ts'
import { keepUnits } from '../../../../lib/format/keep-units.ts'
import { hostPath } from '../../../../lib/host-paths.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { useLiveSeries } from '../../../../lib/watch/use-live-series.ts'
import { Card, CardBody } from '../../../ui/card.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { TroubleAlert } from '../../../ui/trouble-alert.tsx'
import { gapSeconds, momentsOf, newestEndOf } from '../../../watch/moment.ts'
import { type MomentVerdict, momentVerdict } from '../../../watch/moment-words.ts'
import { WatchBadge } from '../../../watch/watch-badge.tsx'
import { useHostFrame } from '../../frame/use-host-frame.ts'
import { Announcement } from './announcement.tsx'
import { LiveCharts } from './live-charts.tsx'
import { LiveFooter } from './live-footer.tsx'
import { MomentMark } from './moment-mark.tsx'

const link = 'text-accent underline underline-offset-4'

/** What a watched host does in this moment. */
export function LiveCard({ watch }: { watch: Watch }) {
  const { host } = useHostFrame()
  const { data, error, refetch, isStreaming } = useLiveSeries(host.id)
  // The age of the newest window is told to 10 s, which is how often windows come.
  const now = useNow(5_000)
  if (!data) {
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
  const newestEnd = newestEndOf(data)
  const seconds = gapSeconds(newestEnd, now)
  const series = { ...data, domains: inHostOrder(withTargets(data, host), host) }
  const moments = momentsOf(series)
  const verdict = momentVerdict(moments, seconds === null ? null : { seconds })
  return (
    <Card aria-labelledby="live">
      <CardBody className="space-y-3">
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
          <div className="flex min-w-0 flex-1 basis-80 gap-3">
            <MomentMark state={verdict.state} />
            <h2 id="live" className="text-xl leading-snug font-semibold">
              {keepUnits(verdict.sentence)}
            </h2>
          </div>
          <WatchBadge state={watch.state} />
        </div>
        <Announcement text={verdict.sentence} />
        <p className="text-sm text-ink-soft">
          {newestEnd === null ? null : (
            <>
              The newest window ended at {formatClock(newestEnd)}, {ageWords(now - newestEnd)}.{' '}
            </>
          )}
          {isStreaming === false
            ? 'The live connection is interrupted; this page asks every 10 s. '
            : ''}
          <Remedy verdict={verdict} hostId={host.id} />
        </p>
        <TroubleAlert title="The host cannot be observed now" trouble={watch.trouble} />
        <LiveCharts series={series} moments={moments} />
        <LiveFooter host={host} series={data} />
      </CardBody>
    </Card>
  )
}

/** What has a target but was not observed at all belongs to the verdict too. */
function withTargets({ domains }: WatchSeries, host: Host): WatchSeries['domains'] {
  const unseen = host.domains.filter(
    ({ name, gone, target }) =>
      !gone && target.responseTimeMs !== null && !domains.some(({ domain }) => domain === name),
  )
  return [
    ...domains,
    ...unseen.map(({ name, target }) => ({
      domain: name,
      targetMs: target.responseTimeMs,
      points: [],
    })),
  ]
}

function ageWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 10_000) * 10)
  return seconds === 0 ? 'less than 10 s ago' : `${formatDuration(seconds)} ago`
}

/** What makes an unknown verdict known. */
function Remedy({ verdict: { state }, hostId }: { verdict: MomentVerdict; hostId: string }) {
  if (state !== 'unknown') return null
  return (
    <Link className={link} href={hostPath(hostId, 'settings')}>
      Targets, access logs and the watch
    </Link>
  )
}
