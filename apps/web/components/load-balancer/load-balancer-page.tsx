'use client'

import { useApi } from '../../lib/use-api.ts'
import { Card, CardBody } from '../ui/card.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { BalancerCard } from './balancer-card.tsx'
import { SetUpBalancer } from './set-up-balancer.tsx'
import { ThroughputCard } from './throughput-card.tsx'

const REFRESH_MS = 5_000

/** The load balancer of a host, or the form that sets one up. */
export function LoadBalancerPage({ hostId }: { hostId: string }) {
  const balancers = useApi(
    'listLoadBalancers',
    { query: { limit: 100 } },
    { refetchInterval: REFRESH_MS },
  )
  const host = useApi('getHost', { params: { id: hostId } })
  const failed = [balancers, host].find(({ error, data }) => error && !data)
  if (failed) {
    return (
      <ProblemAlert
        error={failed.error}
        title="The load balancer could not be loaded"
        onRetry={() => void failed.refetch()}
      />
    )
  }
  if (!balancers.data || !host.data) {
    return (
      <Card>
        <CardBody>
          <SkeletonLines lines={6} label="Loading the load balancer" />
        </CardBody>
      </Card>
    )
  }
  const balancer = balancers.data.data.find((each) => each.hostId === hostId)
  if (balancer) return <BalancerCard balancer={balancer} />
  return (
    <div className="space-y-6">
      <Permitted needs="hosts:write" doing="setting up a load balancer">
        <SetUpBalancer host={host.data} />
      </Permitted>
      <ThroughputCard />
    </div>
  )
}
