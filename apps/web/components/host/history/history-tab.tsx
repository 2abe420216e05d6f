'use client'

import { useSearchParams } from 'next/navigation'
import { historyRange } from '../../../lib/time-range.ts'
import { useNow } from '../../../lib/use-now.ts'
import { useWatch } from '../../../lib/watch/use-watch.ts'
import { ComparisonCard } from '../../history/comparison-card.tsx'
import { OverTimeCard } from '../../history/over-time-card.tsx'
import { RecordingsCard } from '../../history/recordings-card.tsx'
import { WatchedCard } from '../../history/watched/watched-card.tsx'
import { PlanList } from '../../plan/plan-list.tsx'
import { RestoreHost } from '../../recommendations/restore-host.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { TimeRangePicker } from '../../ui/time-range-picker.tsx'
import { ApplicationHistory } from '../application-history.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

/** What was observed, recorded, planned and applied on the host: over time, compared, and newest first. */
export function HistoryTab() {
  const { host } = useHostFrame()
  const { watch } = useWatch(host.id, { pollMs: 30_000 })
  const range = historyRange(useSearchParams(), useNow(60_000), Boolean(watch))
  return (
    <div className="space-y-6">
      <div className="flex justify-end">
        <TimeRangePicker range={range} />
      </div>
      {host.connection.state === 'none' ? null : <WatchedCard host={host} range={range} />}
      <ComparisonCard hostId={host.id} />
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
