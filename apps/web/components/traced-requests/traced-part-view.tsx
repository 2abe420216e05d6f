'use client'

import { useApi } from '../../lib/use-api.ts'
import { useQueryParams } from '../../lib/use-query-params.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { NoRequests } from './no-requests.tsx'
import { PartForm } from './part-form.tsx'
import { partIn } from './part-in-address.ts'
import { Unreadable } from './unreadable.tsx'
import { WatchedRequests } from './watched-requests.tsx'

/** The part of the trace that the address names, and another one on request. */
export function TracedPartView({ uploadId }: { uploadId: string }) {
  const [params, change] = useQueryParams()
  const part = partIn(params)
  // What was selected and picked belongs to one part alone.
  const show = (part: Record<string, string | undefined>) =>
    change({ ...part, region: undefined, request: undefined })
  const query = useApi('listTracedRequests', { params: { id: uploadId }, query: part })
  const traced = query.data
  return (
    <div className="space-y-6">
      <PartForm part={part} traced={traced} onChange={show} />
      {query.error ? (
        <Unreadable
          error={query.error}
          uploadId={uploadId}
          onRetry={() => query.refetch()}
          onFirstPart={() => show({ domain: undefined, from: undefined, seconds: undefined })}
        />
      ) : !traced ? (
        <ReadingTrace />
      ) : traced.requests.ms.length === 0 ? (
        <NoRequests traced={traced} />
      ) : (
        <WatchedRequests
          key={JSON.stringify(part)}
          uploadId={uploadId}
          part={{ ...part, domain: traced.domain }}
          traced={traced}
        />
      )}
    </div>
  )
}

function ReadingTrace() {
  return (
    <div role="status" className="space-y-4">
      <p className="text-ink-soft">Reading the trace…</p>
      <Skeleton className="h-40" />
      <Skeleton className="h-96" />
    </div>
  )
}
