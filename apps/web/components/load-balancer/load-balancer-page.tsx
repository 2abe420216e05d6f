'use client'

import { listHosts, listLoadBalancers } from '@steelyard/contract'
import { useApiPages } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { BalancerCard } from './balancer-card.tsx'
import { SetUpBalancer } from './set-up-balancer.tsx'
import { ThroughputCard } from './throughput-card.tsx'

const REFRESH_MS = 5_000

/** Lists every load balancer, followed by the form that sets up another. */
export function LoadBalancerPage() {
  const balancers = useApiPages(listLoadBalancers, {}, { refetchInterval: REFRESH_MS })
  const hosts = useApiPages(listHosts, { limit: 100 })
  const failed = [balancers, hosts].find(({ error, data }) => error && !data)
  if (failed) {
    return (
      <ProblemAlert
        error={failed.error}
        title="The load balancers could not be loaded"
        onRetry={() => void failed.refetch()}
      />
    )
  }
  if (!balancers.data || !hosts.data) {
    return (
      <Card>
        <CardBody>
          <SkeletonLines lines={6} label="Loading the load balancers" />
        </CardBody>
      </Card>
    )
  }
  const known = balancers.data.pages.flatMap((page) => page.data)
  const taken = new Set(known.map(({ hostId }) => hostId))
  const open = hosts.data.pages
    .flatMap((page) => page.data)
    .filter(({ id, connection }) => connection.pinnedFingerprint && !taken.has(id))
  return (
    <div className="space-y-6">
      {known.map((balancer) => (
        <BalancerCard key={balancer.hostId} balancer={balancer} />
      ))}
      {balancers.hasNextPage ? (
        <Button busy={balancers.isFetchingNextPage} onClick={() => void balancers.fetchNextPage()}>
          Show more
        </Button>
      ) : null}
      <Permitted needs="hosts:write" doing={known.length === 0 ? 'setting one up' : undefined}>
        <SetUpBalancer hosts={open} first={known.length === 0} />
      </Permitted>
      {known.length === 0 ? <ThroughputCard /> : null}
    </div>
  )
}
