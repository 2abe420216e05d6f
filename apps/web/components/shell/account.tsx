'use client'

import { describeGrants } from '@steelyard/contract/plain'
import { LogOut } from 'lucide-react'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'

export function Account() {
  const session = useApi('getSession')
  const leave = useApiMutation('signOut')
  if (!session.data) return null
  return (
    <div className="flex items-center justify-between gap-2">
      <div className="min-w-0 text-sm">
        <p className="truncate font-medium">{session.data.name}</p>
        <p className="truncate text-ink-faint">{describeGrants(session.data.grants)}</p>
      </div>
      <Button
        look="quiet"
        size="small"
        aria-label="Sign out"
        title="Sign out"
        busy={leave.isPending}
        // A full page load clears everything of this session from memory.
        onClick={() =>
          leave.mutate(
            {},
            {
              onSuccess: ({ providerId }) =>
                location.assign(providerId ? `/sign-in?left=${providerId}` : '/sign-in'),
            },
          )
        }
      >
        <LogOut aria-hidden />
      </Button>
    </div>
  )
}
