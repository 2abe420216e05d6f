'use client'

import { useApi } from '../../../lib/use-api.ts'
import { openHotspot } from '../../recommendations/recommendation-queries.ts'
import { Alert } from '../../ui/alert.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'

const REFRESH_MS = 30_000
/** What was decided longer ago than this is not of now: it is decided again every minute. */
const OF_NOW_MS = 180_000

/** Says where a missed target takes more than weights: less load, a faster host or a move. */
export function MoveNeeded({ hostId }: { hostId: string }) {
  const open = useApi('listHotspots', openHotspot(hostId), { refetchInterval: REFRESH_MS })
  const isHot = (open.data?.data.length ?? 0) > 0
  const journal = useApi(
    'listJournal',
    { query: { hostId, decision: 'move-needed', limit: 1 } },
    { enabled: isHot, refetchInterval: REFRESH_MS },
  )
  const { data: known } = useApi(
    'getPoolOfHost',
    { params: { id: hostId } },
    { enabled: isHot, refetchInterval: REFRESH_MS },
  )
  const newest = journal.data?.data[0]
  if (!isHot || !newest || Date.now() - Date.parse(newest.lastAt) > OF_NOW_MS) return null
  return (
    <Alert tone="warn" title="A target is missed that no weights can keep">
      <p>{newest.text}</p>
      {known?.pool ? (
        <p>
          Its pool, <InlineLink href={`/pools/${known.pool.id}`}>{known.pool.name}</InlineLink>:{' '}
          {known.pool.text}
        </p>
      ) : null}
    </Alert>
  )
}
