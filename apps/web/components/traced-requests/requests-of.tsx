'use client'

import { useApi } from '../../lib/use-api.ts'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { Hindered } from './hindered.tsx'
import { hindranceOf } from './hindrance.ts'
import { TracedPartView } from './traced-part-view.tsx'

/** The requests of an upload, or what has to be done before they can be shown. */
export function RequestsOf({ uploadId }: { uploadId: string }) {
  const { data: upload, error, refetch } = useApi('getUpload', { params: { id: uploadId } })
  if (error && !upload) return <ProblemAlert error={error} onRetry={() => refetch()} />
  if (!upload) return <SkeletonLines lines={6} label="Loading the recording" />
  const hindrance = hindranceOf(upload)
  if (hindrance) return <Hindered by={hindrance} uploadId={uploadId} />
  return <TracedPartView uploadId={uploadId} />
}
