import type { WatchedLog } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import Link from 'next/link'
import { hostPath } from '../../../../lib/host-paths.ts'
import { Alert } from '../../../ui/alert.tsx'

/** Which guests' response times are missing because their logs cannot be followed. */
export function LostLogs({ hostId, logs }: { hostId: string; logs: readonly WatchedLog[] }) {
  const lost = logs.filter(({ trouble }) => trouble !== null).map(({ domain }) => domain)
  if (lost.length === 0) return null
  return (
    <Alert
      tone="warn"
      title={`No response times of ${formatList(lost)}: ${lost.length === 1 ? 'the access log' : 'their access logs'} cannot be followed now.`}
    >
      <Link
        className="text-accent underline underline-offset-4"
        href={`${hostPath(hostId, 'settings')}#watch-card`}
      >
        Why, and what to do
      </Link>
    </Alert>
  )
}
