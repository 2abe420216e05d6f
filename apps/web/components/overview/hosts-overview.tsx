'use client'

import { type Host, listHosts } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { Server } from 'lucide-react'
import Link from 'next/link'
import { useApiPages } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { VerdictBadge } from '../ui/verdict-badge.tsx'
import { HostCard } from './host-card.tsx'
import { byUrgency, countVerdicts } from './host-order.ts'
import { NextSteps } from './next-steps.tsx'

export function HostsOverview() {
  const hosts = useApiPages(listHosts, { limit: 100 }, { refetchInterval: 15_000 })
  const known = (hosts.data?.pages.flatMap((page) => page.data) ?? []).sort(byUrgency)

  if (hosts.isPending) return <HostCardSkeleton />
  if (hosts.error && known.length === 0) {
    return <ProblemAlert error={hosts.error} onRetry={() => hosts.refetch()} />
  }
  if (known.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={Server}
          title="No hosts yet"
          action={
            <Permitted needs="uploads:write">
              <Button asChild look="primary">
                <Link href="/recordings/new">Upload traces</Link>
              </Button>
            </Permitted>
          }
        >
          Upload xentrace, xenmon or xentop traces and access logs of a Xen host: the first analysis
          adds the host here. You can connect it later.
        </EmptyState>
      </Card>
    )
  }
  return (
    <div className="space-y-6">
      <VerdictCounts hosts={known} />
      <ul className="space-y-4">
        {known.map((host) => (
          <li key={host.id}>
            <HostCard host={host} />
          </li>
        ))}
      </ul>
      {hosts.hasNextPage ? (
        <Button busy={hosts.isFetchingNextPage} onClick={() => hosts.fetchNextPage()}>
          Show more hosts
        </Button>
      ) : null}
      {known.every((host) => host.isSample) ? <NextSteps /> : null}
    </div>
  )
}

function HostCardSkeleton() {
  return (
    <Card className="p-6">
      <SkeletonLines lines={4} label="Loading the hosts" />
    </Card>
  )
}

function VerdictCounts({ hosts }: { hosts: Host[] }) {
  return (
    <ul aria-label="Hosts by verdict" className="flex flex-wrap gap-x-6 gap-y-2">
      {countVerdicts(hosts).map(({ verdict, count }) => (
        <li key={verdict ?? 'none'} className="flex items-center gap-2 text-sm text-ink-soft">
          <VerdictBadge verdict={verdict} />
          <span className="tabular">{formatCounted(count, 'host')}</span>
        </li>
      ))}
    </ul>
  )
}
