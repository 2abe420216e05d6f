'use client'

import type { Host, RealTimeSet } from '@steelyard/contract'
import { ALLOWANCE_PERCENT } from '@steelyard/contract/plain'
import { useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { CapsMonitorCard } from '../caps-monitor/caps-monitor-card.tsx'
import { useHostFrame } from '../host/frame/use-host-frame.ts'
import { Card, CardBody } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AssessmentView } from './assessment-view.tsx'
import {
  type DomainRow,
  faultsOf,
  type HostDraft,
  hostFaults,
  rowsDeclared,
  rowsOfHost,
  setOf,
  tooMany,
} from './domain-rows.ts'
import { DomainsCard } from './domains-card.tsx'
import { MissesSection } from './misses-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { useAssessment } from './use-assessment.ts'

/** Whether guests of a host could meet deadlines there, and what that leaves to the others. */
export function RealTimePage() {
  const { host, recording } = useHostFrame()
  const declared = useApi('getCapsMonitor', { params: { id: host.id } }).data?.monitor?.settings
  const rows = rowsOfHost(host, recording?.result?.domains)
  return (
    <RealTime
      host={host}
      initialRows={declared ? rowsDeclared(rows, declared) : rows}
      {...declared}
    />
  )
}

export function RealTime({
  host,
  initialRows,
  ...declared
}: {
  host: Host
  initialRows: readonly DomainRow[]
} & Partial<Pick<RealTimeSet, 'pCpus' | 'allowancePercent' | 'share'>>) {
  const [rows, setRows] = useState(initialRows)
  const [draft, setDraft] = useState<HostDraft>({
    pCpus: String(declared.pCpus ?? host.pCpus ?? 1),
    allowancePercent: String(declared.allowancePercent ?? ALLOWANCE_PERCENT),
    share: declared.share ?? 'equal',
  })
  const set = setOf(rows, draft)
  const assessment = useAssessment(set)

  return (
    <div className="space-y-6">
      {!set ? (
        <Card>
          <CardBody>
            <p className="text-ink-soft">{tooMany(rows) ?? whatIsMissing(rows, draft)}</p>
          </CardBody>
        </Card>
      ) : assessment.error ? (
        <ProblemAlert
          error={assessment.error}
          title="This could not be judged"
          onRetry={() => assessment.refetch()}
        />
      ) : assessment.data ? (
        <AssessmentView assessment={assessment.data} others={set.others} />
      ) : (
        <SkeletonLines label="Loading the verdict" />
      )}
      <DomainsCard rows={rows} draft={draft} onRows={setRows} onDraft={setDraft} />
      {set && assessment.data ? <PlanSection host={host} assessment={assessment.data} /> : null}
      <CapsMonitorCard host={host} set={set} />
      <MissesSection set={set} />
    </div>
  )
}

/** Without a need that someone entered, there is nothing to judge. */
function whatIsMissing(rows: readonly DomainRow[], draft: HostDraft): string {
  const what = !rows.some(({ isRealTime }) => isRealTime)
    ? 'Mark a guest as real-time below'
    : faultsOf(rows).size > 0 || Object.keys(hostFaults(draft)).length > 0
      ? 'Correct what is marked below'
      : 'Enter the period and the CPU time that the guest needs in it'
  return `${what}, and the verdict appears at once.`
}
