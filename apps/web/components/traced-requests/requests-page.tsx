'use client'

import { getUpload } from '@steelyard/contract'
import { hasStatus } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { NoSuch } from '../ui/no-such.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Hindered } from './hindered.tsx'
import { hindranceOf } from './hindrance.ts'
import { TracedPartView } from './traced-part-view.tsx'

/** Where the logged requests of a guest spent their time, from a trace of xentrace. */
export function RequestsPage({ id }: { id: string }) {
  const { data: upload, error, refetch } = useApi(getUpload, { params: { id } })
  if (hasStatus(error, 404)) {
    return (
      <NoSuch
        what="recording"
        why="It may have been deleted."
        list={{ href: '/recordings/new', label: 'All recordings' }}
      />
    )
  }
  const hindrance = upload && hindranceOf(upload)
  return (
    <>
      <PageHeader
        back={upload && { href: `/recordings/new?upload=${id}`, label: upload.name }}
        title="Watching a request"
        description="Where did a slow request spend its time, and what do the slow ones have in common? The trace knows who had the pCPU meanwhile."
      />
      {hindrance ? (
        <Hindered by={hindrance} uploadId={id} />
      ) : upload ? (
        <TracedPartView uploadId={id} />
      ) : error ? (
        <ProblemAlert error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines lines={6} label="Loading the recording" />
      )}
    </>
  )
}
