import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PlanPage } from '../../../../components/plan/plan-page.tsx'
import { answerOf, prefetch, read } from '../../../../lib/server-api.ts'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const plan = await read(answerOf('getPlan', { params: await params }))
  return { title: plan ? `Plan for ${plan.hostName}` : 'Plan' }
}

export default async function Page({ params }: Props) {
  const { id } = await params
  return (
    <HydrationBoundary state={await prefetch(answerOf('getPlan', { params: { id } }))}>
      <PlanPage id={id} />
    </HydrationBoundary>
  )
}
