'use client'

import type { SignInState } from '@steelyard/contract'
import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { call } from '../../lib/api.ts'
import { askPasskey, usePasskeysWork } from '../../lib/use-passkey.ts'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** Signs in with a passkey, where the browser can. */
export function PasskeyButton({ onEntered }: { onEntered: (state: SignInState) => void }) {
  const enter = useMutation({
    mutationFn: async () => call('signInWithPasskey', { body: { passkey: await askPasskey() } }),
    onSuccess: onEntered,
  })
  if (!usePasskeysWork()) return null
  return (
    <div className="space-y-4">
      <ProblemAlert error={enter.error} />
      <Button
        className="w-full"
        busy={enter.isPending || enter.isSuccess}
        onClick={() => enter.mutate()}
      >
        <KeyRound aria-hidden /> Use a passkey
      </Button>
    </div>
  )
}
