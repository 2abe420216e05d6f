'use client'

import { getUpload, type Host, type Upload } from '@steelyard/contract'
import { useCallback } from 'react'
import { isCancelled } from '../../lib/upload-state.ts'
import { useApi } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { accessTroubles } from '../host/access-troubles.ts'
import { Alert } from '../ui/alert.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { UploadAmounts } from '../upload/upload-amounts.tsx'
import { WarningList } from '../upload/warning-list.tsx'
import { AnalyseRecording } from './analyse-recording.tsx'

/** How the newest recording ended, and the way on from it. */
export function RecordingResult({ upload, host }: { upload: Upload; host: Host }) {
  switch (upload.state) {
    case 'receiving':
      return null
    case 'recording':
      return <SkeletonLines label="Waiting for the recording to end" />
    case 'inspecting':
      return <Inspecting upload={upload} />
    case 'refused':
      return isCancelled(upload) ? (
        <Alert title="The last recording was cancelled">
          <p>{upload.trouble?.message}</p>
        </Alert>
      ) : (
        <TroubleAlert trouble={upload.trouble} title="The last recording cannot be used">
          {accessTroubles.includes(upload.trouble?.code ?? '') ? (
            <p>
              A host that was connected before Steelyard could record needs its script and rules
              again:{' '}
              <a className="text-accent underline underline-offset-4" href="#connection-card">
                what is installed on the host
              </a>
              .
            </p>
          ) : null}
        </TroubleAlert>
      )
    case 'ready':
      return (
        <Alert
          tone="ok"
          title={`Ready: ${upload.name}`}
          action={<AnalyseRecording upload={upload} host={host} />}
        >
          <UploadAmounts {...upload} />
          <WarningList warnings={upload.warnings} />
        </Alert>
      )
  }
}

function Inspecting({ upload }: { upload: Upload }) {
  const { refetch } = useApi(getUpload, { params: { id: upload.id } })
  const renew = useCallback(() => void refetch(), [refetch])
  const { job } = useJob(upload.jobId, renew)
  return job ? <JobProgress job={job} /> : <SkeletonLines label="Waiting for progress" />
}
