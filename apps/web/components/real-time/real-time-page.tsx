'use client'

import { type Host, listHosts, type RealTimeSet } from '@steelyard/contract'
import { useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { Card, CardBody } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AssessmentView } from './assessment-view.tsx'
import { type DomainRow, paperRows, rowsOfHost, setOf } from './domain-rows.ts'
import { DomainsCard } from './domains-card.tsx'
import { MissesSection } from './misses-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { useAssessment } from './use-assessment.ts'

/** Shows whether these domains can meet their deadlines, and what that leaves to the others. */
export function RealTimePage({ hostId }: { hostId: string | null }) {
  const hosts = useApi(listHosts, { query: { limit: 100 } })
  return (
    <>
      <PageHeader
        title="Real-time domains"
        description="Can they meet their deadlines here, and what must the others give up for it?"
      />
      <ProblemAlert
        error={hosts.error}
        title="The hosts could not be loaded"
        onRetry={() => hosts.refetch()}
      />
      {hosts.data ? (
        <RealTime hosts={hosts.data.data} initialHostId={hostId} />
      ) : hosts.error ? null : (
        <SkeletonLines lines={6} label="Loading the hosts" />
      )}
    </>
  )
}

function RealTime({
  hosts,
  initialHostId,
}: {
  hosts: readonly Host[]
  initialHostId: string | null
}) {
  const hostOf = (id: string | null) => hosts.find((each) => each.id === id) ?? null
  const [typed, setTyped] = useState(() => beginWith(hostOf(initialHostId)))
  const [share, setShare] = useState<RealTimeSet['share']>('equal')
  const host = hostOf(typed.hostId)
  const set = setOf(typed.rows, typed.pCpus, share)
  const assessment = useAssessment(set)

  return (
    <div className="space-y-6">
      {assessment.error ? (
        <ProblemAlert
          error={assessment.error}
          title="This could not be judged"
          onRetry={() => assessment.refetch()}
        />
      ) : set && assessment.data ? (
        <AssessmentView assessment={assessment.data} others={set.others} />
      ) : set ? (
        <SkeletonLines label="Loading the verdict" />
      ) : (
        <Card>
          <CardBody>
            <p className="text-ink-soft">
              {typed.rows.some(({ isRealTime }) => isRealTime)
                ? 'Correct what is marked below, and the verdict appears at once.'
                : 'Mark a domain as real-time, and the verdict appears at once.'}
            </p>
          </CardBody>
        </Card>
      )}
      <DomainsCard
        hosts={hosts}
        host={host}
        rows={typed.rows}
        pCpus={typed.pCpus}
        share={share}
        onHost={(id) => setTyped(beginWith(hostOf(id)))}
        onRows={(rows) => setTyped({ ...typed, rows })}
        onPCpus={(pCpus) => setTyped({ ...typed, pCpus })}
        onShare={setShare}
      />
      {host && set && assessment.data ? (
        <PlanSection host={host} assessment={assessment.data} />
      ) : null}
      <MissesSection set={set} />
    </div>
  )
}

interface Typed {
  /** Null when everything is typed by hand. */
  hostId: string | null
  rows: readonly DomainRow[]
  pCpus: string
}

function beginWith(host: Host | null): Typed {
  if (!host) return { hostId: null, rows: paperRows(), pCpus: '2' }
  return { hostId: host.id, rows: rowsOfHost(host), pCpus: String(host.pCpus ?? 1) }
}
