'use client'

import { type Analysis, getUpload } from '@steelyard/contract'
import Link from 'next/link'
import { requestsPath } from '../../../lib/requests-path.ts'
import { useApi } from '../../../lib/use-api.ts'

/** Leads to single requests, for each of the analysed recordings that has a trace of xentrace. */
export function WatchRequestsLinks({ uploads }: Pick<Analysis, 'uploads'>) {
  return uploads.map((upload) => <WatchRequests key={upload.id} {...upload} />)
}

function WatchRequests({ id, name }: Analysis['uploads'][number]) {
  const { data } = useApi(getUpload, { params: { id } })
  if (!data?.sources.some(({ kind }) => kind === 'xentrace')) return null
  return (
    <p className="text-sm text-ink-soft">
      Where single requests spent their time, moment by moment:{' '}
      <Link className="text-accent underline underline-offset-4" href={requestsPath(id)}>
        watch a request of {name}
      </Link>
      .
    </p>
  )
}
