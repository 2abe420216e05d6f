'use client'

import { confirmGuestLog, getHost } from '@steelyard/contract'
import { RotateCw } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import type { GuestLogProps } from './guest-log-props.ts'

/** Tries to follow the log once more, with the key that is pinned already. */
export function RetryGuestLog({ host, domain, guestLog }: GuestLogProps) {
  const retry = useApiMutation(confirmGuestLog, { invalidates: [getHost] })
  const fingerprint = guestLog.pinnedFingerprint
  if (!fingerprint) return null
  const params = { id: host.id, domainId: domain.id }
  return (
    <Permitted needs="hosts:write">
      <Button
        busy={retry.isPending}
        onClick={() => retry.mutate({ params, body: { fingerprint } })}
      >
        <RotateCw aria-hidden /> Try again
      </Button>
      <ProblemAlert error={retry.error} />
    </Permitted>
  )
}
