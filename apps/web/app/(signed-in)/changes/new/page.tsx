import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { HandSetPage } from '../../../../components/plan/hand-set/hand-set-page.tsx'
import { answerOf, prefetch, read } from '../../../../lib/server-api.ts'

type Props = { searchParams: Promise<{ host?: string | string[] }> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { host: id } = await searchParams
  const host = typeof id === 'string' ? await read(answerOf('getHost', { params: { id } })) : null
  return { title: host ? `Plan weights of ${host.name} by hand` : 'Plan weights by hand' }
}

export default async function Page({ searchParams }: Props) {
  const { host: id } = await searchParams
  // Weights belong to a host, so without one the user chooses a host first.
  if (typeof id !== 'string') redirect('/')
  return (
    <HydrationBoundary state={await prefetch(answerOf('getHost', { params: { id } }))}>
      <HandSetPage hostId={id} />
    </HydrationBoundary>
  )
}
