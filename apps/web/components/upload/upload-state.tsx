'use client'

import type { Upload } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { useCallback } from 'react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { isCancelled, isUnsettled } from '../../lib/uploads/upload-state.ts'
import type { Files } from '../../lib/uploads/use-files.ts'
import { useApi } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { WarningList } from './warning-list.tsx'

/** What happens to the files right now, and what the recording says about itself. */
export function UploadState({ upload, files }: { upload: Upload; files: Files }) {
  const { refetch } = useApi('getUpload', { params: { id: upload.id } })
  const renew = useCallback(() => void refetch(), [refetch])
  const unsettled = isUnsettled(upload)
  const { job } = useJob(unsettled ? upload.jobId : null, renew)
  const waits = upload.state === 'receiving' && files.unfinished === 0 && upload.files.length > 0
  return (
    <>
      {unsettled ? (
        <Card>
          <CardHeader
            title={upload.state === 'recording' ? 'Recording the host' : 'Recognising the files'}
            description="It continues when this page is closed."
          />
          <CardBody>
            {job ? <JobProgress job={job} /> : <SkeletonLines label="Waiting for progress" />}
          </CardBody>
        </Card>
      ) : null}
      {waits && files.transfers.list.length === 0 ? (
        <Alert
          title="The files have not been recognised yet"
          action={<Button onClick={() => void files.recognise()}>Recognise them</Button>}
        />
      ) : null}
      {isCancelled(upload) ? (
        <Alert title="The recording was cancelled">{upload.trouble?.message}</Alert>
      ) : upload.trouble ? (
        <TroubleAlert trouble={upload.trouble} title="The upload was refused" />
      ) : null}
      <WarningList warnings={upload.warnings} />
      {upload.recording ? (
        <p className="text-sm text-ink-soft">
          {upload.recording.description.replace(/[^.]$/, '$&.')} Started{' '}
          {formatDateTime(upload.recording.startedAt)},{' '}
          {formatCounted(upload.recording.phases, 'phase')}; its own answers are used.
        </p>
      ) : null}
    </>
  )
}
