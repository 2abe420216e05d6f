'use client'

import {
  type Analysis,
  deleteAnalysis,
  getAnalysis,
  type Job,
  listAnalyses,
} from '@steelyard/contract'
import { formatDuration, formatItems } from '@steelyard/contract/format'
import { Ban, Trash2 } from 'lucide-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { hasStatus } from '../../lib/api.ts'
import { formatDateTime } from '../../lib/format/dates.ts'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { NoSuch } from '../ui/no-such.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { AnalysisReport } from './analysis-report.tsx'

const back = { href: '/analyses', label: 'Analyses' }

export function AnalysisPage({ id }: { id: string }) {
  const query = useApi(
    getAnalysis,
    { params: { id } },
    { refetchInterval: (analysis) => (isUnderWay(analysis) ? 5_000 : false) },
  )
  const analysis = query.data
  const { job } = useJob(isUnderWay(analysis) ? analysis?.jobId : null, () => query.refetch())

  if (!analysis) {
    if (hasStatus(query.error, 404)) {
      return (
        <NoSuch
          what="analysis"
          why="It may have been deleted."
          list={{ href: '/analyses', label: 'All analyses' }}
        />
      )
    }
    return (
      <>
        <PageHeader back={back} title="Analysis" />
        {query.error ? (
          <ProblemAlert error={query.error} onRetry={() => query.refetch()} />
        ) : (
          <SkeletonLines lines={8} label="Loading the analysis" />
        )}
      </>
    )
  }
  return (
    <>
      <PageHeader
        back={back}
        title={analysis.name}
        description={<Origin analysis={analysis} />}
        actions={<DeleteAnalysis analysis={analysis} />}
      />
      {analysis.result ? (
        <AnalysisReport analysis={analysis} result={analysis.result} />
      ) : (
        <AnalysisUnfinished analysis={analysis} job={job} />
      )}
    </>
  )
}

function Origin({ analysis }: { analysis: Analysis }) {
  const recorded = analysis.result?.recorded
  return (
    <>
      Host{' '}
      <Link className="text-accent underline underline-offset-4" href={`/hosts/${analysis.hostId}`}>
        {analysis.hostName}
      </Link>
      {analysis.uploads.length > 0
        ? ` · from ${formatItems(analysis.uploads.map((upload) => upload.name))}`
        : ''}
      {recorded
        ? ` · recorded ${formatDateTime(recorded.from)} for ${formatDuration(
            (Date.parse(recorded.to) - Date.parse(recorded.from)) / 1000,
          )}`
        : ''}
      {analysis.result ? (
        <span className="block">Judged: {analysis.result.range.reason}</span>
      ) : null}
    </>
  )
}

function DeleteAnalysis({ analysis }: { analysis: Analysis }) {
  const router = useRouter()
  const remove = useApiMutation(deleteAnalysis, { invalidates: [listAnalyses] })
  return (
    <Permitted needs="analyses:write">
      <ConfirmButton
        look="quiet"
        icon={Trash2}
        label="Delete"
        title={`Delete “${analysis.name}”?`}
        confirmLabel="Delete the analysis"
        action={remove}
        onConfirm={() =>
          remove.mutate(
            { params: { id: analysis.id } },
            { onSuccess: () => router.push('/analyses') },
          )
        }
      >
        This deletes its results and downloads. The uploaded files stay.
      </ConfirmButton>
    </Permitted>
  )
}

/** An analysis without a result: running, stopped, or failed, with what to do about the failure. */
function AnalysisUnfinished({ analysis, job }: { analysis: Analysis; job?: Job }) {
  if (analysis.state === 'failed') {
    return (
      <div className="space-y-4">
        <TroubleAlert
          title="The analysis failed. No partial results were kept."
          trouble={analysis.trouble ?? { code: 'unknown', message: 'No reason was recorded.' }}
        />
        <BackToUpload analysis={analysis} look="primary">
          Check the upload and run it again
        </BackToUpload>
      </div>
    )
  }
  if (analysis.state === 'cancelled') {
    return (
      <Card>
        <EmptyState
          icon={Ban}
          title="The analysis was cancelled"
          action={<BackToUpload analysis={analysis}>Back to the upload</BackToUpload>}
        >
          No partial results were kept. The uploaded files are still there.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <CardHeader
        title="Analysing"
        description="You can leave this page; the analysis continues, and its result will appear here."
      />
      <CardBody>
        {job ? <JobProgress job={job} /> : <SkeletonLines label="Loading the progress" />}
      </CardBody>
    </Card>
  )
}

function BackToUpload({
  analysis,
  look,
  children,
}: {
  analysis: Analysis
  look?: 'primary'
  children: ReactNode
}) {
  const upload = analysis.uploads[0]
  return (
    <Permitted needs="uploads:write">
      <Button look={look} asChild>
        <Link href={upload ? `/uploads/new?upload=${upload.id}` : '/uploads/new'}>{children}</Link>
      </Button>
    </Permitted>
  )
}
