import type { Metadata } from 'next'
import { RecordingPrefetch } from '../../../../../components/host/frame/recording-prefetch.tsx'
import { OptionsTab } from '../../../../../components/host/options/options-tab.tsx'
import { asAnalysed } from '../../../../../components/host/options/question/question.ts'
import { forecastOf, leversOf } from '../../../../../lib/host-queries.ts'
import { answerOf } from '../../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Options' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <RecordingPrefetch
      hostId={id}
      wanted={(shown) => [
        answerOf('askForecast', forecastOf(shown, asAnalysed)),
        answerOf('listRuns', leversOf(shown)),
      ]}
    >
      <OptionsTab />
    </RecordingPrefetch>
  )
}
