'use client'

import type { Host } from '@steelyard/contract'
import { ConnectionCard } from '../connection/connection-card.tsx'
import { DeleteHost } from '../delete-host.tsx'
import { NameCard } from './name-card.tsx'
import { SchedulerCard } from './scheduler-card.tsx'

/** The host itself, and how Steelyard reaches it. */
export function HostSection({ host }: { host: Host }) {
  // While nothing is known of the scheduler its card is short, and the connection has the full width.
  const isKnown = host.scheduler !== null || host.recordedFacts !== null
  return (
    <>
      {isKnown ? <NameCard host={host} /> : null}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {isKnown ? <ConnectionCard host={host} /> : <NameCard host={host} />}
        <SchedulerCard host={host} />
      </div>
      {isKnown ? null : <ConnectionCard host={host} />}
      <DeleteHost host={host} />
    </>
  )
}
