import type { Analysis } from '@steelyard/contract'
import Link from 'next/link'
import { requestsPath } from '../../../lib/requests-path.ts'

/** Leads to single requests, for each of the analysed recordings that has a trace of xentrace. */
export function WatchRequestsLinks({ uploads }: Pick<Analysis, 'uploads'>) {
  return uploads
    .filter(({ isTraced }) => isTraced)
    .map(({ id, name }) => (
      <p key={id} className="text-sm text-ink-soft">
        Where single requests spent their time, moment by moment:{' '}
        <Link className="text-accent underline underline-offset-4" href={requestsPath(id)}>
          watch a request of {name}
        </Link>
        .
      </p>
    ))
}
