import type { ReactNode } from 'react'
import { SettingsSections } from '../../../components/settings/settings-sections.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsSections />
      {children}
    </>
  )
}
