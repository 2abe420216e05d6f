'use client'

import { AnalysisList } from '../../analysis/analysis-list.tsx'
import { PlanList } from '../../plan/plan-list.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { ApplicationHistory } from '../application-history.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

/** What was recorded, planned and applied on the host, newest first. */
export function HistoryTab() {
  const { host } = useHostFrame()
  return (
    <div className="space-y-6">
      <Card aria-labelledby="recordings">
        <CardHeader id="recordings" title="Recordings" />
        <div className="pt-3 pb-2">
          <AnalysisList hostId={host.id} showHost={false} />
        </div>
      </Card>
      <Card aria-labelledby="history">
        <CardHeader id="history" title="History of applications" />
        <div className="pt-3 pb-2">
          <ApplicationHistory hostId={host.id} />
        </div>
      </Card>
      <Card aria-labelledby="plans">
        <CardHeader id="plans" title="Plans" />
        <div className="pt-3 pb-2">
          <PlanList hostId={host.id} />
        </div>
      </Card>
    </div>
  )
}
