'use client'

import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { historyRange } from '../../../lib/time-range.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useWatch } from '../../../lib/watch/use-watch.ts'
import { OverTimeCard } from '../../history/over-time-card.tsx'
import { RestoreHost } from '../../recommendations/restore-host.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { TimeRangePicker } from '../../ui/time-range-picker.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

// These are below what is seen first.
const ApplicationHistory = dynamic(
  () => import('../application-history.tsx').then((it) => it.ApplicationHistory),
  { ssr: false, loading: () => <SkeletonLines lines={3} /> },
)
const PlanList = dynamic(() => import('../../plan/plan-list.tsx').then((it) => it.PlanList), {
  ssr: false,
  loading: () => <SkeletonLines lines={3} />,
})
const RecordingsCard = dynamic(
  () => import('../../history/recordings-card.tsx').then((it) => it.RecordingsCard),
  { ssr: false, loading: () => <SkeletonLines lines={6} label="Loading the recordings" /> },
)
// These are shown for few hosts.
const ComparisonCard = dynamic(() =>
  import('../../history/comparison-card.tsx').then((it) => it.ComparisonCard),
)
const WatchedCard = dynamic(() =>
  import('../../history/watched/watched-card.tsx').then((it) => it.WatchedCard),
)

/** What was observed, recorded, planned and applied on the host: over time, compared, and newest first. */
export function HistoryTab() {
  const { host } = useHostFrame()
  const { watch } = useWatch(host.id, { pollMs: 30_000 })
  const query = useSearchParams()
  const range = historyRange(query, useNow(60_000), Boolean(watch))
  return (
    <div className="space-y-6">
      <div className="flex justify-end">
        <TimeRangePicker range={range} />
      </div>
      {host.connection.state === 'none' ? null : <WatchedCard host={host} range={range} />}
      {query.has('compare') ? <ComparisonCard hostId={host.id} /> : null}
      <OverTimeCard hostId={host.id} range={range} />
      <RecordingsCard hostId={host.id} />
      <Card aria-labelledby="history">
        <CardHeader id="history" title="Applications" />
        <div className="pt-3 pb-2">
          <ApplicationHistory hostId={host.id} />
        </div>
      </Card>
      <RestoreHost host={host} />
      <Card aria-labelledby="plans">
        <CardHeader id="plans" title="Plans" />
        <div className="pt-3 pb-2">
          <PlanList hostId={host.id} />
        </div>
      </Card>
    </div>
  )
}
