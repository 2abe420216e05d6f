'use client'

import type { Host } from '@steelyard/contract'
import { JournalCard } from '../../journal/journal-card.tsx'
import { HostPolicyCard } from '../../policy/host-policy-card.tsx'
import { RestoreHost } from '../../recommendations/restore-host.tsx'
import { RecordCard } from '../../recording/record-card.tsx'
import { EditableNotes } from '../../ui/editable-notes.tsx'
import { ConnectionCard } from '../connection/connection-card.tsx'
import { DeleteHost } from '../delete-host.tsx'
import { DomainsCard } from '../domains-card.tsx'
import { DriftAlert } from '../drift-alert.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { useHostTexts } from '../use-host-texts.ts'
import { PersistenceCard } from './persistence-card.tsx'
import { SchedulerCard } from './scheduler-card.tsx'
import { WatchCard } from './watch-card.tsx'

/** While the connection needs an operator, it is shown above everything else. */
function asksForOperator({ connection, domains }: Host): boolean {
  return connection.state === 'none' ? domains.length === 0 : connection.state !== 'connected'
}

/** How Steelyard reaches, watches and records the host, what it aims for, and what is known of it. */
export function SettingsTab() {
  const { host } = useHostFrame()
  const save = useHostTexts(host)
  const first = asksForOperator(host)
  return (
    <div className="space-y-6">
      <DriftAlert host={host} />
      <EditableNotes
        notes={host.notes}
        of={host.name}
        needs="hosts:write"
        onSave={(notes) => save({ notes })}
      />
      {first ? <ConnectionCard host={host} /> : null}
      <DomainsCard host={host} />
      <PersistenceCard host={host} />
      {host.connection.state === 'none' ? null : <WatchCard host={host} />}
      {host.connection.state === 'connected' || host.recording ? <RecordCard host={host} /> : null}
      <HostPolicyCard host={host} />
      <JournalCard hostId={host.id} />
      <RestoreHost host={host} />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        {first ? null : <ConnectionCard host={host} />}
        <SchedulerCard host={host} />
      </div>
      <DeleteHost host={host} />
    </div>
  )
}
