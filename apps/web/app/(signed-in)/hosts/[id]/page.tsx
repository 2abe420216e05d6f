import { RecordingPrefetch } from '../../../../components/host/frame/recording-prefetch.tsx'
import { NowTab } from '../../../../components/host/now/now-tab.tsx'
import {
  newestRecommendation,
  openHotspot,
} from '../../../../components/recommendations/recommendation-queries.ts'
import { seriesOf } from '../../../../lib/host-queries.ts'
import { answerOf } from '../../../../lib/server-api.ts'
import { wantedLive } from '../../../../lib/watch/wanted-live.ts'

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return (
    <RecordingPrefetch
      hostId={id}
      also={[
        ...(await wantedLive(id)),
        answerOf('listRecommendations', newestRecommendation(id)),
        answerOf('listHotspots', openHotspot(id)),
      ]}
      wanted={(shown) => [answerOf('getAnalysisSeries', seriesOf(shown))]}
    >
      <NowTab />
    </RecordingPrefetch>
  )
}
