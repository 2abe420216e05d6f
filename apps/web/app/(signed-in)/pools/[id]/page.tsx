import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PoolPage } from '../../../../components/pool/pool-page.tsx'
import { answerOf, prefetch, read } from '../../../../lib/server-api.ts'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const pool = await read(answerOf('getPool', { params: await params }))
  return { title: pool?.name ?? 'Pool' }
}

export default async function Page(props: Props) {
  const params = await props.params
  const shown = [answerOf('getPool', { params }), answerOf('getPoolLoad', { params })]
  return (
    <HydrationBoundary state={await prefetch(...shown)}>
      <PoolPage id={params.id} />
    </HydrationBoundary>
  )
}
