'use client'

import type { Host, Upload } from '@steelyard/contract'
import dynamic from 'next/dynamic'
import { useCallback } from 'react'
import { isUnsettled } from '../../lib/uploads/upload-state.ts'
import { useApi, useApiPages } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { useReload } from '../../lib/use-reload.ts'
import { Alert } from '../ui/alert.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { recordHindrance } from './record-hindrance.ts'
import { RecordingResult } from './recording-result.tsx'

const RecordForm = dynamic(() => import('./record-form.tsx').then((it) => it.RecordForm), {
  ssr: false,
})

/** Records the host over its connection; the result is an upload like any other. */
export function RecordCard({ host }: { host: Host }) {
  const { newest, error } = useNewestUpload(host)
  return (
    <Card aria-labelledby="record">
      <CardHeader
        id="record"
        title="Record now"
        description="Watches the host over SSH for a while, without changing anything on it. The recording becomes an upload, ready to be analysed."
      />
      <CardBody className="space-y-6">
        {host.recording ? (
          <RecordingRunning recording={host.recording} />
        ) : (
          <>
            <ProblemAlert error={error} title="The recordings could not be loaded" />
            {newest ? <RecordingResult upload={newest} host={host} /> : null}
            <NextRecording host={host} />
          </>
        )}
      </CardBody>
    </Card>
  )
}

function NextRecording({ host }: { host: Host }) {
  const hindrance = recordHindrance(host)
  return (
    <Permitted needs="hosts:write" doing="recording hosts">
      {hindrance ? <Alert title={hindrance} /> : null}
      <div className="min-h-96 sm:min-h-80">
        <RecordForm host={host} disabled={hindrance !== null} />
      </div>
    </Permitted>
  )
}

/** Shows the seconds left and the bytes so far, with a button to stop the recording. */
function RecordingRunning({ recording }: { recording: NonNullable<Host['recording']> }) {
  const reload = useReload()
  const renew = useCallback(() => void reload('getHost', 'listUploads', 'getUpload'), [reload])
  const { job } = useJob(recording.jobId, renew)
  if (!job) return <SkeletonLines label="Waiting for progress" />
  return (
    <div className="space-y-3">
      <JobProgress job={job} />
      <p className="text-sm text-ink-faint">
        It continues when this page is closed. If you stop it early, nothing is kept.
      </p>
    </div>
  )
}

/** The newest upload that belongs to the host. Nothing if an analysis of the host is newer. */
function useNewestUpload({ id, latestAnalysis }: Host): {
  newest: Upload | null
  error: unknown
} {
  const uploads = useApiPages('listUploads', { limit: 25 })
  const found = uploads.data?.pages.flatMap((page) => page.data).find(({ hostId }) => hostId === id)
  const analysedAt = latestAnalysis ? Date.parse(latestAnalysis.createdAt) : 0
  const isNews = found !== undefined && Date.parse(found.createdAt) > analysedAt
  const upload = useApi(
    'getUpload',
    { params: { id: found?.id ?? '' } },
    {
      enabled: isNews,
      refetchInterval: (read) => (read && isUnsettled(read) ? 2_000 : false),
    },
  )
  const newest = isNews && upload.data ? upload.data : null
  return { newest, error: uploads.error ?? upload.error }
}
