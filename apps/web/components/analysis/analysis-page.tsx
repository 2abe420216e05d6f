'use client'

import { type Analysis, getAnalysis } from '@steelyard/contract'
import Link from 'next/link'
import { hasStatus } from '../../lib/api.ts'
import { formatDateTime, formatDuration } from '../../lib/format.ts'
import { isUnderWay } from '../../lib/is-under-way.ts'
import { useApi } from '../../lib/use-api.ts'
import { useJob } from '../../lib/use-job.ts'
import { NoSuch } from '../ui/no-such.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { AnalysisReport } from './analysis-report.tsx'
import { AnalysisUnfinished } from './analysis-unfinished.tsx'
import { DeleteAnalysis } from './delete-analysis.tsx'

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
        ? ` · from ${analysis.uploads.map((upload) => upload.name).join(', ')}`
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
