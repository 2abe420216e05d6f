import type { Metadata } from 'next'
import { RecordingPrefetch } from '../../../../../components/host/frame/recording-prefetch.tsx'
import { HeadroomTab } from '../../../../../components/host/headroom/headroom-tab.tsx'
import { asAnalysed } from '../../../../../components/host/options/question/question.ts'
import { forecastOf } from '../../../../../lib/host-queries.ts'
import { answerOf } from '../../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Headroom' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <RecordingPrefetch
      hostId={id}
      wanted={(shown) => [answerOf('askForecast', forecastOf(shown, asAnalysed))]}
    >
      <HeadroomTab />
    </RecordingPrefetch>
  )
}
