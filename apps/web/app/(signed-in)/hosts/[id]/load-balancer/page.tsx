import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { LoadBalancerPage } from '../../../../../components/load-balancer/load-balancer-page.tsx'
import { answerOf, prefetch } from '../../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Load balancer' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const state = await prefetch(answerOf('listLoadBalancers', { query: { limit: 100 } }))
  return (
    <HydrationBoundary state={state}>
      <LoadBalancerPage hostId={id} />
    </HydrationBoundary>
  )
}
