'use client'

import type { Pool, PoolKind } from '@steelyard/contract'
import { formatCount, formatItems } from '@steelyard/contract/format'
import { RefreshCw, Trash2 } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { useMay } from '../../lib/use-session.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { ConnectPool } from './connect-pool.tsx'
import { PoolAdvice } from './pool-advice.tsx'
import { PoolBadge } from './pool-badge.tsx'
import { PoolLoad } from './pool-load.tsx'
import { PoolMembers } from './pool-members.tsx'
import { PoolMoves } from './pool-moves.tsx'
import { PoolGuests, PoolHosts } from './pool-tables.tsx'
import { PoolTrust } from './pool-trust.tsx'

const PoolWeights = dynamic(() => import('./pool-weights.tsx').then((it) => it.PoolWeights), {
  ssr: false,
  loading: () => <SkeletonLines lines={3} label="Loading the stored weights" />,
})

export function PoolPage({ id }: { id: string }) {
  const { data: pool, error, refetch } = useApi('getPool', { params: { id } })
  if (!pool) return <ProblemAlert error={error} />
  return <KnownPool pool={pool} onRead={() => void refetch()} />
}

function KnownPool({ pool, onRead }: { pool: Pool; onRead: () => void }) {
  const may = useMay()
  const router = useRouter()
  const params = { id: pool.id }
  const { job } = useJob(pool.jobId, onRead)
  const again = useApiMutation('readPool', { invalidates: ['getPool'] })
  const remove = useApiMutation('removePool', {
    invalidates: ['listPools', 'getHost', 'listHosts'],
  })
  const isBusy = job?.state === 'queued' || job?.state === 'running'
  const { found } = pool
  const isOfHosts = pool.kind === 'hosts'
  const offered = pool.members.find(({ address }) => address === pool.address)?.offeredFingerprint
  const needsAccount =
    pool.state === 'awaiting-confirmation' ||
    (pool.state === 'failing' && pool.trouble?.code === 'auth-failed')
  return (
    <>
      <PageHeader
        back={{ href: '/pools', label: 'Pools' }}
        title={pool.name}
        badge={<PoolBadge state={pool.state} />}
        description={found ? summaryOf(pool.kind, found) : `At ${pool.address}, port ${pool.port}.`}
        actions={
          may('hosts:write') ? (
            <>
              {pool.username || isOfHosts ? (
                <Button
                  onClick={() => again.mutate({ params })}
                  busy={again.isPending}
                  disabled={isBusy}
                >
                  <RefreshCw aria-hidden /> Read again
                </Button>
              ) : null}
              <ConfirmButton
                icon={Trash2}
                label="Remove"
                title={`Remove ${pool.name}?`}
                confirmLabel="Remove the pool"
                action={remove}
                onConfirm={() =>
                  remove.mutate({ params }, { onSuccess: () => router.push('/pools') })
                }
              >
                <p>
                  {isOfHosts
                    ? 'Its hosts stay connected. Take the keys for moves off them yourself.'
                    : 'Its account and its confirmed certificates are deleted here. Nothing changes in the pool itself.'}
                </p>
              </ConfirmButton>
            </>
          ) : null
        }
      />
      <div className="space-y-6">
        <ProblemAlert error={again.error} />
        {job && isBusy ? (
          <Card className="p-5">
            <JobProgress job={job} />
          </Card>
        ) : null}
        <TroubleAlert
          trouble={pool.trouble}
          title={found ? 'What stands below is of the last reading' : undefined}
        />
        {offered && needsAccount ? <ConnectPool pool={pool} fingerprint={offered} /> : null}
        {found ? <Found pool={pool} found={found} onChanged={onRead} /> : null}
      </div>
    </>
  )
}

/** What XAPI knows beside the hosts, or what hosts without it need. */
function Found({
  pool,
  found,
  onChanged,
}: {
  pool: Pool
  found: NonNullable<Pool['found']>
  onChanged: () => void
}) {
  const isOfHosts = pool.kind === 'hosts'
  return (
    <>
      <PoolAdvice id={pool.id} />
      {found.doubts.length > 0 ? (
        <Alert
          tone="warn"
          title={
            isOfHosts
              ? 'Not all that the hosts say can be believed'
              : 'Not all that XAPI says can be believed'
          }
        >
          <ul className="list-disc space-y-1 pl-5">
            {found.doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {isOfHosts ? null : <PoolLoad id={pool.id} />}
      <PoolHosts pool={pool} found={found} />
      <PoolGuests pool={pool} found={found} />
      {isOfHosts ? null : <PoolWeights id={pool.id} found={found} onStored={onChanged} />}
      <PoolMoves pool={pool} onMoved={onChanged} />
      {isOfHosts ? (
        <PoolTrust pool={{ id: pool.id, found }} />
      ) : (
        <>
          <p className="text-sm text-ink-soft">
            XAPI does not say which scheduler runs. To estimate response times or to change weights
            now, connect the hosts over SSH.
          </p>
          <PoolMembers pool={pool} />
        </>
      )}
    </>
  )
}

function summaryOf(
  kind: PoolKind,
  { name, hosts, guests, haEnabled, isUpgrading }: NonNullable<Pool['found']>,
): string {
  const running = guests.filter(({ powerState }) => powerState === 'running').length
  const parts = [
    `${kind === 'xapi' && name ? `XAPI calls it ${name}: ` : ''}${formatCount(hosts.length)} hosts`,
    `${formatCount(running)} of ${formatCount(guests.length)} guests run`,
    haEnabled ? 'high availability is on' : null,
    isUpgrading ? 'an upgrade is under way' : null,
  ]
  return `${formatItems(parts.flatMap((part) => part ?? []))}.`
}
