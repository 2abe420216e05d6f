import type { Metadata } from 'next'
import { EvidenceTab } from '../../../../../components/host/evidence/evidence-tab.tsx'
import { RecordingPrefetch } from '../../../../../components/host/frame/recording-prefetch.tsx'
import { seriesOf } from '../../../../../lib/host-queries.ts'
import { answerOf } from '../../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Evidence' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <RecordingPrefetch
      hostId={id}
      wanted={(shown) => [answerOf('getAnalysisSeries', seriesOf(shown))]}
    >
      <EvidenceTab />
    </RecordingPrefetch>
  )
}
