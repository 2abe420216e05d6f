'use client'

import type { Host } from '@steelyard/contract'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { HostPolicyCard } from '../../policy/host-policy-card.tsx'
import { RecordCard } from '../../recording/record-card.tsx'
import { ConnectionCard } from '../connection/connection-card.tsx'
import { DeleteHost } from '../delete-host.tsx'
import { DomainsCard } from '../domains-card.tsx'
import { DriftAlert } from '../drift-alert.tsx'
import { TabContents } from '../frame/tab-contents.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { NameCard } from './name-card.tsx'
import { PersistenceCard } from './persistence-card.tsx'
import { SchedulerCard } from './scheduler-card.tsx'
import { firstSection, type SettingsSection, settingsSections } from './settings-sections.ts'
import { WatchCard } from './watch-card.tsx'

/** How Steelyard reaches, watches and records the host, what it aims for, and what is known of it. */
export function SettingsTab() {
  const { host } = useHostFrame()
  const asked = useSearchParams().get('section')
  // It stays when the host is connected meanwhile.
  const [first] = useState(() => firstSection(host))
  const shown = settingsSections.find(({ id }) => id === asked)?.id ?? first
  return (
    <div className="space-y-5">
      <TabContents
        label="Settings of the host"
        hostId={host.id}
        tab="settings"
        sections={settingsSections}
        shown={shown}
      />
      <Section of={host} shown={shown} />
    </div>
  )
}

function Section({ of: host, shown }: { of: Host; shown: SettingsSection }) {
  switch (shown) {
    case 'guests':
      return (
        <>
          <DriftAlert host={host} />
          <DomainsCard host={host} />
          <PersistenceCard host={host} />
        </>
      )
    case 'host':
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
    case 'watch':
      return (
        <>
          <WatchCard host={host} />
          {host.connection.state === 'connected' || host.recording ? (
            <RecordCard host={host} />
          ) : null}
        </>
      )
    case 'policy':
      return <HostPolicyCard host={host} />
  }
}
