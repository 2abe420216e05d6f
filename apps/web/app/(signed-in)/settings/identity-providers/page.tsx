import { HydrationBoundary } from '@tanstack/react-query'
import type { Metadata } from 'next'
import { IdentityProviders } from '../../../../components/identity-providers/identity-providers.tsx'
import { Permitted } from '../../../../components/ui/permitted.tsx'
import { answerOf, prefetch } from '../../../../lib/server-api.ts'

export const metadata: Metadata = { title: 'Identity providers' }

export default async function IdentityProvidersPage() {
  return (
    <HydrationBoundary state={await prefetch(answerOf('listIdentityProviders'))}>
      <Permitted needs="people:manage" doing="managing identity providers">
        <IdentityProviders />
      </Permitted>
    </HydrationBoundary>
  )
}
