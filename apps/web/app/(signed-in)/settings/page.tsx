import { listTokens } from '@steelyard/contract'
import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { Permitted } from '../../../components/access/permitted.tsx'
import { ApiReference } from '../../../components/settings/api-reference.tsx'
import { PasswordForm } from '../../../components/settings/password-form.tsx'
import { Tokens } from '../../../components/settings/tokens.tsx'
import { firstPageOf, prefetch } from '../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  return (
    <HydrationBoundary state={await prefetch(firstPageOf(listTokens))}>
      <div className="space-y-6">
        <Permitted needs="tokens:manage">
          <Tokens />
        </Permitted>
        <ApiReference />
        <PasswordForm />
      </div>
    </HydrationBoundary>
  )
}
