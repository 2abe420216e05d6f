import type { Metadata } from 'next'
import { AnalysesPage } from '../../../components/analysis/analyses-page.tsx'

export const metadata: Metadata = { title: 'Analyses' }

export default async function Page({
  searchParams,
}: {
  searchParams: Promise<{ hostId?: string | string[] }>
}) {
  const { hostId } = await searchParams
  return <AnalysesPage hostId={typeof hostId === 'string' ? hostId : undefined} />
}
