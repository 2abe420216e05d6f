'use client'

import { type ConnectionState, type GuestLogState, getHost, type Host } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { ServerOff } from 'lucide-react'
import { hasStatus } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useApi } from '../../lib/use-api.ts'
import { AnalysisList } from '../analysis/analysis-list.tsx'
import { PlanList } from '../plan/plan-list.tsx'
import { RecordCard } from '../recording/record-card.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { NoSuch } from '../ui/no-such.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { ConfigLines } from './config-lines.tsx'
import { ConnectionCard } from './connection/connection-card.tsx'
import { DomainsCard } from './domains-card.tsx'
import { DriftAlert } from './drift-alert.tsx'
import { DeleteHost, EditHost } from './host-actions.tsx'
import { HostVerdict } from './host-verdict.tsx'

const back = { href: '/hosts', label: 'Hosts' }

const inTheMaking: readonly (ConnectionState | GuestLogState)[] = ['probing', 'connecting']

/** Polls fast while work on the host is under way. */
function pollMs(host: Host | undefined): number | false {
  if (!host) return false
  const states = [host.connection, ...host.domains.map(({ guestLog }) => guestLog)]
  const moves = states.some((each) => each && inTheMaking.includes(each.state))
  // An idle host is still polled, slowly, because the agent looks for drift in the background.
  return host.jobId || host.recording || moves ? 2_000 : 30_000
}

/** While the connection needs an operator, it is shown above everything else. */
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

/** Live settings end when the guest restarts; this card shows how to make them permanent. */
function PersistenceCard({ host }: { host: Host }) {
  const set = host.domains.filter(({ applied, gone }) => applied?.configLines.length && !gone)
  if (set.length === 0) return null
  return (
    <Card aria-labelledby="persistence">
      <CardHeader
        id="persistence"
        title="After a restart of a guest"
        description="Applied weights, caps and affinities last until the guest restarts. Then the values in its configuration file apply, or by default weight 256, no cap and all pCPUs."
      />
      <CardBody>
        <Disclosure summary="The lines that make them last">
          <div className="space-y-4">
            <p className="max-w-prose text-sm text-ink-soft">
              Put these lines into the file that each guest is created from, in place of lines of
              the same name. The paths shown are the usual ones.
            </p>
            <ConfigLines domains={set} />
          </div>
        </Disclosure>
      </CardBody>
    </Card>
  )
}

/** The scheduler's parameters as the host printed them. */
function SchedulerCard({ host }: { host: Host }) {
  return (
    <Card aria-labelledby="scheduler">
      <CardHeader id="scheduler" title="Scheduler" />
      <CardBody className="space-y-4">
        {host.scheduler ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm tabular [&>dt]:text-ink-faint">
            <dt>Scheduler</dt>
            <dd className="font-medium">{host.scheduler}</dd>
            <dt>Xen</dt>
            <dd>{host.xenVersion ?? '–'}</dd>
            <dt>pCPUs</dt>
            <dd>{formatCount(host.pCpus)}</dd>
            <dt>Read</dt>
            <dd>{formatDateTime(host.inventoryAt)}</dd>
          </dl>
        ) : (
          <p className="text-sm text-ink-soft">
            Not known yet. These facts are read from the host once it is connected.
          </p>
        )}
        {host.schedulerParameters.map((pool) => (
          <p key={pool.cpupool} className="text-sm">
            <span className="text-ink-faint">
              {pool.cpupool} ({pool.scheduler}){' '}
            </span>
            <code className="block font-mono text-xs [overflow-wrap:anywhere]">{pool.text}</code>
          </p>
        ))}
      </CardBody>
    </Card>
  )
}
