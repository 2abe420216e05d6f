import type { HostMark } from '@steelyard/contract'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { InlineLink } from '../../ui/inline-link.tsx'

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
      {planId ? <InlineLink href={`/changes/${planId}`}>Open the plan</InlineLink> : null}
    </>
  )
}
