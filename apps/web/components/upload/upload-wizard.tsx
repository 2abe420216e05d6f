'use client'

import { getHost, getUpload, type Upload } from '@steelyard/contract'
import { useRouter } from 'next/navigation'
import { hasStatus } from '../../lib/api.ts'
import { guestsOf } from '../../lib/uploads/upload-domains.ts'
import { reachableSteps, stepFor } from '../../lib/uploads/upload-steps.ts'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { DomainsStep } from './domains/domains-step.tsx'
import { FilesStep } from './files/files-step.tsx'
import { RecentUploads } from './files/recent-uploads.tsx'
import { RecognisedStep } from './recognised-step.tsx'
import { RunStep } from './run-step.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { TargetsForm } from './targets/targets-form.tsx'
import { type Go, useWizardPlace } from './use-wizard-place.ts'

export function UploadWizard() {
  const { uploadId, step: wanted, hostId: chosenHostId, analysisId, go } = useWizardPlace()
  const router = useRouter()
  const query = useApi(
    getUpload,
    { params: { id: uploadId ?? '' } },
    {
      enabled: Boolean(uploadId),
      // Between the recording job and the recognition job there is no job to follow.
      refetchInterval: (read) => (read?.state === 'recording' ? 3_000 : false),
    },
  )
  const upload = query.data ?? null

  if (query.error) {
    return (
      <div className="max-w-2xl space-y-4">
        <ProblemAlert
          error={query.error}
          title={hasStatus(query.error, 404) ? 'This upload no longer exists' : undefined}
          onRetry={() => query.refetch()}
        />
        <Button onClick={() => router.push('/recordings/new')}>Start a new upload</Button>
      </div>
    )
  }
  if (uploadId && !upload) return <SkeletonLines lines={6} label="Loading the upload" />

  const hostId = chosenHostId ?? upload?.hostId ?? null
  const place = { upload, hostId, analysisId }
  const step = stepFor(wanted, place)
  return (
    <div className="space-y-6">
      <StepIndicator
        current={step}
        reachable={reachableSteps(place)}
        onGo={(target) => go({ step: target })}
      />
      {step === 'files' ? <FilesStep upload={upload} hostId={hostId} go={go} /> : null}
      {step === 'files' && !upload ? <RecentUploads /> : null}
      {upload && step === 'recognised' ? <RecognisedStep upload={upload} go={go} /> : null}
      {upload && step === 'domains' ? (
        <DomainsStep upload={upload} hostId={hostId} go={go} />
      ) : null}
      {upload && hostId && step === 'targets' ? (
        <TargetsStep upload={upload} hostId={hostId} go={go} />
      ) : null}
      {analysisId && step === 'run' ? <RunStep analysisId={analysisId} go={go} /> : null}
    </div>
  )
}

/** Step 4: the targets of each domain, prefilled from the host. */
function TargetsStep({ upload, hostId, go }: { upload: Upload; hostId: string; go: Go }) {
  const host = useApi(getHost, { params: { id: hostId } })
  if (host.error) return <ProblemAlert error={host.error} onRetry={() => host.refetch()} />
  if (!host.data) return <SkeletonLines lines={6} label="Loading the targets" />
  const guests = guestsOf(upload)
  // The key gives another set of domains a form of its own.
  return (
    <TargetsForm
      key={`${hostId} ${guests.join(' ')}`}
      upload={upload}
      host={host.data}
      guests={guests}
      go={go}
    />
  )
}
