import type { Metadata } from 'next'
import { ApiReference } from '../../../components/settings/api-reference.tsx'
import { PasswordForm } from '../../../components/settings/password-form.tsx'
import { Tokens } from '../../../components/settings/tokens.tsx'
import { PageHeader } from '../../../components/ui/page-header.tsx'

export const metadata: Metadata = { title: 'Settings' }

export default function SettingsPage() {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="space-y-6">
        <Tokens />
        <ApiReference />
        <PasswordForm />
      </div>
    </>
  )
}
