import type { HostMark } from '@steelyard/contract'
import Link from 'next/link'
import { formatDateTime } from '../../../lib/format/dates.ts'

/** When something happened, and what; a plan can be opened. */
export function MarkText({ mark: { at, to, text, planId, by } }: { mark: HostMark }) {
  return (
    <>
      <span className="block text-ink-faint">
        {formatDateTime(at)}
        {to ? ` to ${formatDateTime(to)}` : ''}
      </span>
      {text}
      {by === null ? '' : ` (${by})`}{' '}
      {planId ? (
        <Link className="text-accent underline underline-offset-4" href={`/changes/${planId}`}>
          Open the plan
        </Link>
      ) : null}
    </>
  )
}
