import type { Metadata } from 'next'
import { RecordingPrefetch } from '../../../../../../components/host/frame/recording-prefetch.tsx'
import { GuestPage } from '../../../../../../components/host/guest-page/guest-page.tsx'
import { seriesOf } from '../../../../../../lib/host-queries.ts'
import { answerOf } from '../../../../../../lib/server-api.ts'

interface Props {
  params: Promise<{ id: string; guest: string }>
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeURIComponent((await params).guest) }
}

export default async function Page({ params }: Props) {
  const { id, guest } = await params
  return (
    <RecordingPrefetch
      hostId={id}
      also={[answerOf('getHostHistory', { params: { id } })]}
      wanted={(shown) => [answerOf('getAnalysisSeries', seriesOf(shown))]}
    >
      <GuestPage name={decodeURIComponent(guest)} />
    </RecordingPrefetch>
  )
}
