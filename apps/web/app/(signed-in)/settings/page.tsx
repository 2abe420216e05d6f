import type { Metadata } from 'next'
import { Permitted } from '../../../components/access/permitted.tsx'
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
        <Permitted needs="tokens:manage">
          <Tokens />
        </Permitted>
        <ApiReference />
        <PasswordForm />
      </div>
    </>
  )
}
