import type { WatchedLog } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import { settingsPath } from '../../../../lib/host-paths.ts'
import { Alert } from '../../../ui/alert.tsx'
import { InlineLink } from '../../../ui/inline-link.tsx'

/** Why response times are missing: of one log, and of several. */
const REASONS: readonly { applies(log: WatchedLog): boolean; one: string; many: string }[] = [
  {
    applies: ({ trouble }) => trouble !== null,
    one: 'the access log cannot be followed now',
    many: 'their access logs cannot be followed now',
  },
  {
    applies: ({ trouble, untimed }) => trouble === null && untimed === 'too-coarse',
    one: 'the access log has whole seconds, which are too coarse',
    many: 'their access logs have whole seconds, which are too coarse',
  },
  {
    applies: ({ trouble, untimed }) => trouble === null && untimed === 'not-logged',
    one: 'the access log has no durations',
    many: 'their access logs have no durations',
  },
]

/** Which guests' response times are missing because of their logs. */
export function LostLogs({ hostId, logs }: { hostId: string; logs: readonly WatchedLog[] }) {
  return REASONS.map(({ applies, one, many }) => {
    const lost = logs.filter(applies).map(({ domain }) => domain)
    if (lost.length === 0) return null
    return (
      <Alert
        key={one}
        tone="warn"
        title={`No response times of ${formatList(lost)}: ${lost.length === 1 ? one : many}.`}
      >
        <InlineLink href={settingsPath(hostId, 'watch')}>Why, and what to do</InlineLink>
      </Alert>
    )
  })
}
