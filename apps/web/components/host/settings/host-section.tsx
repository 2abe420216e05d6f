'use client'

import type { Host } from '@steelyard/contract'
import { ConnectionCard } from '../connection/connection-card.tsx'
import { DeleteHost } from '../delete-host.tsx'
import { NameCard } from './name-card.tsx'
import { SchedulerCard } from './scheduler-card.tsx'

/** The host itself, and how Steelyard reaches it. */
export function HostSection({ host }: { host: Host }) {
  // While nothing is known of the scheduler its card is short, and the connection has the full width.
  // Each card keeps its place in the tree, so that nothing typed is lost when that changes.
  const isKnown = host.scheduler !== null || host.recordedFacts !== null
  return (
    <>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-3">
        <div className={isKnown ? 'xl:col-span-3' : 'xl:col-span-2'}>
          <NameCard host={host} />
        </div>
        <div className={isKnown ? 'xl:col-span-2' : 'xl:order-last xl:col-span-3'}>
          <ConnectionCard host={host} />
        </div>
        <SchedulerCard host={host} />
      </div>
      <DeleteHost host={host} />
    </>
  )
}
