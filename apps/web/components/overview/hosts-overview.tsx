'use client'

import { listHosts } from '@steelyard/contract'
import { Server } from 'lucide-react'
import Link from 'next/link'
import { byUrgency } from '../../lib/host-order.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { HostCard } from './host-card.tsx'
import { HostCardSkeleton } from './host-card-skeleton.tsx'
import { NextSteps } from './next-steps.tsx'
import { VerdictCounts } from './verdict-counts.tsx'

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
                <Link href="/uploads/new">Upload traces</Link>
              </Button>
            </Permitted>
          }
        >
          Upload xentrace, xenmon or xentop traces and access logs of a Xen host: the first analysis
          creates it here. A connection to the host can follow later.
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
