import { permanentRedirect } from 'next/navigation'
import { GoToRecording } from '../../../../components/host/frame/go-to-recording.tsx'
import { hostPath } from '../../../../lib/host-paths.ts'
import { answerOf, read } from '../../../../lib/server-api.ts'

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const analysis = await read(answerOf('getAnalysis', { params: { id } }))
  if (analysis) permanentRedirect(hostPath(analysis.hostId, '', id))
  return <GoToRecording id={id} />
}
