'use client'

import { getUpload, type Upload, type UploadState } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { FileQuestion } from 'lucide-react'
import { useCallback } from 'react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { sourceCounts } from '../../lib/source-kinds.ts'
import { hasFacts } from '../../lib/uploads/host-facts.ts'
import { isCancelled, isUnsettled } from '../../lib/uploads/upload-state.ts'
import { useApi } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { HostFactsCard } from './host-facts-card.tsx'
import { SourceCard } from './source-card.tsx'
import { StepFrame } from './step-frame.tsx'
import type { Go } from './use-wizard-place.ts'
import { WarningList } from './warning-list.tsx'

const done = {
  title: 'What was recognised',
  description: 'Check the sample lines: they show each file as it was understood.',
}
const headings: Record<UploadState, { title: string; description: string }> = {
  recording: {
    title: 'Recording the host',
    description: 'The files are recognised as soon as it ends, even when this page is closed.',
  },
  inspecting: {
    title: 'Recognising the files',
    description: 'The first lines of every file are read, archives are opened.',
  },
  receiving: done,
  ready: done,
  refused: done,
}

/** Step 2: what each file was recognised as, and the questions that only the user can answer. */
export function RecognisedStep({ upload, go }: { upload: Upload; go: Go }) {
  const { refetch } = useApi(getUpload, { params: { id: upload.id } })
  const renew = useCallback(() => void refetch(), [refetch])
  const unsettled = isUnsettled(upload)
  const { job } = useJob(unsettled ? upload.jobId : null, renew)
  const blocking = upload.openQuestions.filter(({ questionId }) => questionId !== 'domain')
  const included = upload.sources.filter((source) => source.included)

  return (
    <StepFrame
      {...headings[upload.state]}
      back={
        upload.state === 'recording' ? null : (
          <Button onClick={() => go({ step: 'files' })}>Back to the files</Button>
        )
      }
      hint={
        blocking.length > 0
          ? `${formatCounted(blocking.length, 'question')} to answer first`
          : included.length === 0 && !unsettled
            ? 'Nothing to analyse is included'
            : null
      }
      next={
        <Button
          look="primary"
          size="large"
          disabled={upload.state !== 'ready' || blocking.length > 0 || included.length === 0}
          onClick={() => go({ step: 'domains' })}
        >
          Continue
        </Button>
      }
    >
      {unsettled ? (
        <Card>
          <CardBody>
            {job ? <JobProgress job={job} /> : <SkeletonLines label="Waiting for progress" />}
          </CardBody>
        </Card>
      ) : null}
      {isCancelled(upload) ? (
        <Alert title="The recording was cancelled">{upload.trouble?.message}</Alert>
      ) : (
        <TroubleAlert trouble={upload.trouble} title="The upload was refused" />
      )}
      <WarningList warnings={upload.warnings} />
      {upload.recording ? (
        <Alert title="A recording with its own description">
          <p>
            {upload.recording.description.replace(/\.?$/, '.')} Started{' '}
            {formatDateTime(upload.recording.startedAt)},{' '}
            {formatCounted(upload.recording.phases, 'phase')}. Its answers are filled in below.
          </p>
        </Alert>
      ) : null}
      {hasFacts(upload.hostFacts) ? <HostFactsCard facts={upload.hostFacts} /> : null}
      {upload.sources.length > 0 ? (
        <p className="text-ink-soft">{sourceCounts(upload.sources)}</p>
      ) : null}
      {upload.state === 'ready' && upload.sources.length === 0 ? (
        <Card>
          <EmptyState icon={FileQuestion} title="Nothing was found in these files">
            Go back and add a trace (xentrace, xenmon or xentop, or sar -u of the guests) and the
            access logs of the domains.
          </EmptyState>
        </Card>
      ) : null}
      <ul className="space-y-3">
        {upload.sources.map((source) => (
          <li key={source.id}>
            <SourceCard upload={upload} source={source} />
          </li>
        ))}
      </ul>
    </StepFrame>
  )
}
