import type { Analysis, Job } from '@steelyard/contract'
import { Ban } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { JobProgress } from '../ui/job-progress.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'

/** An analysis without a result: under way, stopped, or failed with what to do about it. */
export function AnalysisUnfinished({ analysis, job }: { analysis: Analysis; job?: Job }) {
  if (analysis.state === 'failed') {
    return (
      <div className="space-y-4">
        <TroubleAlert
          title="The analysis failed. Nothing of it was kept."
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
          Nothing half-done was kept. The uploaded files are still there.
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card>
      <CardHeader
        title="Analysing"
        description="You can leave this page; the work goes on and the result will be here."
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
