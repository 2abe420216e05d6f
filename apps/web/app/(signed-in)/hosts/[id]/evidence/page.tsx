import type { Metadata } from 'next'
import { EvidenceTab } from '../../../../../components/host/evidence/evidence-tab.tsx'
import { SeriesPrefetch } from '../../../../../components/host/frame/series-prefetch.tsx'

export const metadata: Metadata = { title: 'Evidence' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <SeriesPrefetch hostId={id}>
      <EvidenceTab />
    </SeriesPrefetch>
  )
}
