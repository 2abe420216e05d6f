import { GoToRecording } from '../../../../components/host/frame/go-to-recording.tsx'

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <GoToRecording id={(await params).id} />
}
