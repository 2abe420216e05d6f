'use client'

import type { Host } from '@steelyard/contract'
import { RecordCard } from '../../recording/record-card.tsx'
import { WatchCard } from './watch-card.tsx'

/** How the host is watched, and the recording of it now. */
export function WatchSection({ host }: { host: Host }) {
  return (
    <>
      <WatchCard host={host} />
      {host.connection.state === 'connected' || host.recording ? <RecordCard host={host} /> : null}
    </>
  )
}
