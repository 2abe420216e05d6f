'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { hasStatus } from '../../lib/api.ts'
import { useFiles } from '../../lib/uploads/use-files.ts'
import { useRecordingPlace } from '../../lib/uploads/use-recording-place.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AnalysisRunning } from './analysis-running.tsx'
import { DropArea } from './files/drop-area.tsx'
import { FilesDrawer, MissedFiles, UnneededFiles } from './files/files-drawer.tsx'
import { RecentUploads } from './files/recent-uploads.tsx'
import { UploadState } from './upload-state.tsx'

const RecordingForm = dynamic(() => import('./recording-form.tsx').then((it) => it.RecordingForm))

/** From files to a verdict on one screen. */
export function NewRecording() {
  const { uploadId, hostId: chosenHostId, analysisId, go } = useRecordingPlace()
  const router = useRouter()
  const query = useApi(
    'getUpload',
    { params: { id: uploadId ?? '' } },
    {
      enabled: Boolean(uploadId),
      // Between the recording job and the recognition job there is no job to follow.
      refetchInterval: (read) => (read?.state === 'recording' ? 3_000 : false),
    },
  )
  const upload = query.data ?? null
  const hostId = chosenHostId ?? upload?.hostId ?? null
  const files = useFiles(upload, hostId, go)

  if (query.error) {
    return (
      <div className="max-w-2xl space-y-4">
        <ProblemAlert
          error={query.error}
          title={hasStatus(query.error, 404) ? 'This upload no longer exists' : undefined}
          onRetry={() => query.refetch()}
        />
        <Button onClick={() => router.push('/recordings/new')}>Start a new recording</Button>
      </div>
    )
  }
  if (uploadId && !upload) return <SkeletonLines lines={6} label="Loading the upload" />
  if (analysisId) return <AnalysisRunning analysisId={analysisId} go={go} />
  if (!upload) {
    return (
      <div className="space-y-6">
        <DropArea onFiles={files.take} busy={files.busy} compact={false} />
        <ProblemAlert error={files.error} />
        <RecentUploads />
      </div>
    )
  }
  const isReady = upload.state === 'ready'
  return (
    <div className="space-y-5">
      <UploadState upload={upload} files={files} />
      <ProblemAlert error={files.error} />
      {isReady ? (
        <RecordingForm key={upload.id} upload={upload} hostId={hostId} go={go}>
          <FilesDrawer upload={upload} files={files} />
          <UnneededFiles upload={upload} />
        </RecordingForm>
      ) : (
        <>
          <MissedFiles upload={upload} />
          <UnneededFiles upload={upload} />
          {upload.state === 'recording' ? null : <FilesDrawer upload={upload} files={files} />}
        </>
      )}
    </div>
  )
}
