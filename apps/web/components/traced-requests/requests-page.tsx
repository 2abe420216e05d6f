'use client'

import { hasStatus } from '../../lib/api.ts'
import { useApi } from '../../lib/use-api.ts'
import { NoSuch } from '../ui/no-such.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { RequestsOf } from './requests-of.tsx'

/** Where the logged requests of a guest spent their time, from a trace of xentrace. */
export function RequestsPage({ id }: { id: string }) {
  const { data: upload, error } = useApi('getUpload', { params: { id } })
  if (hasStatus(error, 404)) {
    return (
      <NoSuch
        what="recording"
        why="It may have been deleted."
        list={{ href: '/recordings/new', label: 'All recordings' }}
      />
    )
  }
  return (
    <>
      <PageHeader
        back={upload && { href: `/recordings/new?upload=${id}`, label: upload.name }}
        title="Requests"
        description="Where did a slow request spend its time, and what do the slow ones have in common?"
      />
      <RequestsOf uploadId={id} />
    </>
  )
}
