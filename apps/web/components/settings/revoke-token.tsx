'use client'

import { listTokens, revokeToken, type Token } from '@steelyard/contract'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export function RevokeToken({ token }: { token: Token }) {
  const [asking, setAsking] = useState(false)
  const revoke = useApiMutation(revokeToken, { invalidates: [listTokens] })
  return (
    <>
      <Button size="small" aria-label={`Revoke ${token.name}`} onClick={() => setAsking(true)}>
        Revoke
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Revoke “${token.name}”?`}
        confirmLabel="Revoke"
        busy={revoke.isPending}
        error={revoke.error}
        onConfirm={() =>
          revoke.mutate({ params: { id: token.id } }, { onSuccess: () => setAsking(false) })
        }
      >
        Scripts that use it, or a token that was made with it, are refused at once. This cannot be
        taken back.
      </ConfirmDialog>
    </>
  )
}
