'use client'

import type { Host } from '@steelyard/contract'
import dynamic from 'next/dynamic'
import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { DomainsCard } from '../domains-card.tsx'
import { DriftAlert } from '../drift-alert.tsx'
import { TabContents } from '../frame/tab-contents.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { PersistenceCard } from './persistence-card.tsx'
import { firstSection, type SettingsSection, settingsSections } from './settings-sections.ts'

// Only one section is shown at a time, so each but the first comes when it is.
const HostSection = dynamic(() => import('./host-section.tsx').then((it) => it.HostSection))
const WatchSection = dynamic(() => import('./watch-section.tsx').then((it) => it.WatchSection))
const HostPolicyCard = dynamic(() =>
  import('../../policy/host-policy-card.tsx').then((it) => it.HostPolicyCard),
)

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
      return <HostSection host={host} />
    case 'watch':
      return <WatchSection host={host} />
    case 'policy':
      return <HostPolicyCard host={host} />
  }
}
