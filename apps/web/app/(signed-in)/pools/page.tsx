import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PoolList } from '../../../components/pool/pool-list.tsx'
import { answerOf, prefetch } from '../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Pools' }

export default async function Page() {
  return (
    <HydrationBoundary state={await prefetch(answerOf('listPools'))}>
      <PoolList />
    </HydrationBoundary>
  )
}
