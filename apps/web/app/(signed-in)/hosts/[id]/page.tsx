import { SeriesPrefetch } from '../../../../components/host/frame/series-prefetch.tsx'
import { NowTab } from '../../../../components/host/now/now-tab.tsx'

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <SeriesPrefetch hostId={id}>
      <NowTab />
    </SeriesPrefetch>
  )
}
