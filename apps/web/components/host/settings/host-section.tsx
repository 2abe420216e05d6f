'use client'

import type { Host } from '@steelyard/contract'
import { ConnectionCard } from '../connection/connection-card.tsx'
import { DeleteHost } from '../delete-host.tsx'
import { NameCard } from './name-card.tsx'
import { SchedulerCard } from './scheduler-card.tsx'

/** The host itself, and how Steelyard reaches it. */
export function HostSection({ host }: { host: Host }) {
  return (
    <>
      <NameCard host={host} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <ConnectionCard host={host} />
        <SchedulerCard host={host} />
      </div>
      <DeleteHost host={host} />
    </>
  )
}
