import type { Metadata } from 'next'
import { SettingsTab } from '../../../../../components/host/settings/settings-tab.tsx'

export const metadata: Metadata = { title: 'Settings of the host' }

export default function Page() {
  return <SettingsTab />
}
