import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { PageHeader } from '../../../../components/ui/page-header.tsx'
import { Permitted } from '../../../../components/ui/permitted.tsx'
import { NewRecording } from '../../../../components/upload/new-recording.tsx'
import { answerOf, firstPageOf, prefetch, read } from '../../../../lib/server-api.ts'

type Props = { searchParams: Promise<{ upload?: string | string[] }> }

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const { upload: id } = await searchParams
  const upload =
    typeof id === 'string' ? await read(answerOf('getUpload', { params: { id } })) : null
  return { title: upload?.name ?? 'New recording' }
}

export default async function NewRecordingPage({ searchParams }: Props) {
  const { upload: id } = await searchParams
  const state = await prefetch(
    ...(typeof id === 'string'
      ? [
          answerOf('getUpload', { params: { id } }),
          answerOf('getMeasurements', { params: { id } }),
          firstPageOf('listHosts', { limit: 100 }),
        ]
      : [firstPageOf('listUploads', { limit: 10 })]),
  )
  return (
    <HydrationBoundary state={state}>
      <PageHeader
        title="New recording"
        description="From traces and access logs to a verdict. Nothing on the host is touched."
      />
      <Permitted needs="uploads:write" doing="uploading files">
        <NewRecording />
      </Permitted>
    </HydrationBoundary>
  )
}
