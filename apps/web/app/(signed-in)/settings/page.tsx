import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { ApiReference } from '../../../components/settings/api-reference.tsx'
import { PasswordCard } from '../../../components/settings/password-card.tsx'
import { Sessions } from '../../../components/settings/sessions.tsx'
import { Tokens } from '../../../components/settings/tokens.tsx'
import { Permitted } from '../../../components/ui/permitted.tsx'
import { answerOf, firstPageOf, prefetch } from '../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Settings' }

export default async function SettingsPage() {
  return (
    <HydrationBoundary state={await prefetch(firstPageOf('listTokens'), answerOf('listSessions'))}>
      <div className="space-y-6">
        <Permitted needs="tokens:manage">
          <Tokens />
        </Permitted>
        <ApiReference />
        <PasswordCard />
        <Sessions />
      </div>
    </HydrationBoundary>
  )
}
