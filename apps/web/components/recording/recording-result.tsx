'use client'

import type { Host, Upload } from '@steelyard/contract'
import { ArrowRight, ChartLine } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import { accessTroubles } from '../../lib/access-troubles.ts'
import { settingsPath } from '../../lib/host-paths.ts'
import { isCancelled } from '../../lib/uploads/upload-state.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { InlineLink } from '../ui/inline-link.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { UploadAmounts } from '../upload/upload-amounts.tsx'
import { WarningList } from '../upload/warning-list.tsx'
import { needsNoAnswers, nextStepOf, requestWithDefaults } from './next-step.ts'

/** Shows how the newest recording ended, and the next step. */
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
              The script and the rules may not be those that this page shows under{' '}
              <InlineLink href={settingsPath(host.id, 'host')}>
                what is installed on the host
              </InlineLink>
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
  const { refetch } = useApi('getUpload', { params: { id: upload.id } })
  const renew = useCallback(() => void refetch(), [refetch])
  const { job } = useJob(upload.jobId, renew)
  return job ? <JobProgress job={job} /> : <SkeletonLines label="Waiting for progress" />
}

/**
 * If everything is known, one click starts the analysis; otherwise the page of the recording asks for what is
 * missing.
 */
function AnalyseRecording({ upload, host }: { upload: Upload; host: Host }) {
  const router = useRouter()
  const analyse = useApiMutation('createAnalysis', { invalidates: ['listAnalyses', 'getHost'] })
  const mayBegin = needsNoAnswers(upload, host)
  const { href, words } = nextStepOf(upload, host)
  // The card may leave the page before the answer comes, so this waits for the promise itself.
  const begin = async () => {
    const body = await requestWithDefaults(upload, host)
    const { analysis } = await analyse.mutateAsync({ body })
    router.push(`/hosts/${host.id}?recording=${analysis.id}`)
  }
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap gap-2">
        {mayBegin ? (
          <Permitted needs="analyses:write">
            <Button
              look="primary"
              busy={analyse.isPending || analyse.isSuccess}
              onClick={() => void begin().catch(() => undefined)}
            >
              <ChartLine aria-hidden /> Analyse
            </Button>
          </Permitted>
        ) : null}
        <Permitted needs="uploads:write">
          <ButtonLink look={mayBegin ? 'secondary' : 'primary'} href={href}>
            {words} <ArrowRight aria-hidden />
          </ButtonLink>
        </Permitted>
      </div>
      <ProblemAlert error={analyse.error} title="The analysis could not be started" />
    </div>
  )
}
