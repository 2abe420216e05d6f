'use client'

import { type ConnectionState, type GuestLogState, getHost, type Host } from '@steelyard/contract'
import { ServerOff } from 'lucide-react'
import { hasStatus } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { AnalysisList } from '../analysis/analysis-list.tsx'
import { PlanList } from '../plan/plan-list.tsx'
import { RecordCard } from '../recording/record-card.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card, CardHeader } from '../ui/card.tsx'
import { NoSuch } from '../ui/no-such.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { ConnectionCard } from './connection-card.tsx'
import { DeleteHost } from './delete-host.tsx'
import { DomainsCard } from './domains-card.tsx'
import { DriftAlert } from './drift-alert.tsx'
import { EditHost } from './edit-host.tsx'
import { HostVerdict } from './host-verdict.tsx'
import { PersistenceCard } from './persistence-card.tsx'
import { SchedulerCard } from './scheduler-card.tsx'

const back = { href: '/hosts', label: 'Hosts' }

const inTheMaking: readonly (ConnectionState | GuestLogState)[] = ['probing', 'connecting']

/** Work on a host ends by itself; a state that should move on is asked for again. */
function pollMs(host: Host | undefined): number | false {
  if (!host) return false
  const states = [host.connection, ...host.domains.map(({ guestLog }) => guestLog)]
  const moves = states.some((each) => each && inTheMaking.includes(each.state))
  // Otherwise slowly: the agent looks for drift by itself.
  return host.jobId || host.recording || moves ? 2_000 : 30_000
}

/** While the connection needs a person, it comes before what is known already. */
function asksForOperator({ connection, domains }: Host): boolean {
  return connection.state === 'none' ? domains.length === 0 : connection.state !== 'connected'
}

export function HostPage({ id }: { id: string }) {
  const query = useApi(getHost, { params: { id } }, { refetchInterval: pollMs })
  const host = query.data
  if (!host) {
    if (hasStatus(query.error, 404)) {
      return (
        <NoSuch
          what="host"
          icon={ServerOff}
          why="It may have been deleted."
          list={{ href: '/hosts', label: 'All hosts' }}
        />
      )
    }
    return (
      <>
        <PageHeader back={back} title="Host" />
        {query.error ? (
          <ProblemAlert error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <SkeletonLines lines={8} label="Loading the host" />
        )}
      </>
    )
  }
  return (
    <>
      <PageHeader
        back={back}
        title={host.name}
        badge={host.isSample ? <Badge>sample recording</Badge> : null}
        description={host.notes || undefined}
        actions={
          <>
            <EditHost host={host} />
            <DeleteHost host={host} />
          </>
        }
      />
      <div className="space-y-6">
        <DriftAlert host={host} />
        <HostVerdict host={host} />
        {asksForOperator(host) ? (
          <>
            <ConnectionCard host={host} />
            <DomainsCard host={host} />
            <PersistenceCard host={host} />
            <RecordCard host={host} />
            <SchedulerCard host={host} />
          </>
        ) : (
          <>
            <DomainsCard host={host} />
            <PersistenceCard host={host} />
            <RecordCard host={host} />
            <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
              <ConnectionCard host={host} />
              <SchedulerCard host={host} />
            </div>
          </>
        )}
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
        <Card aria-labelledby="analyses">
          <CardHeader id="analyses" title="Analyses" />
          <div className="pt-3 pb-2">
            <AnalysisList hostId={host.id} showHost={false} />
          </div>
        </Card>
      </div>
    </>
  )
}
