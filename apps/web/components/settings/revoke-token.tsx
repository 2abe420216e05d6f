'use client'

import { listTokens, revokeToken, type Token } from '@steelyard/contract'
import { useApiMutation } from '../../lib/use-api.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'

export function RevokeToken({ token }: { token: Token }) {
  const revoke = useApiMutation(revokeToken, { invalidates: [listTokens] })
  return (
    <ConfirmButton
      size="small"
      label="Revoke"
      aria-label={`Revoke ${token.name}`}
      title={`Revoke “${token.name}”?`}
      confirmLabel="Revoke"
      action={revoke}
      onConfirm={(close) => revoke.mutate({ params: { id: token.id } }, { onSuccess: close })}
    >
      Scripts that use it, or a token that was made with it, are refused at once. This cannot be
      taken back.
    </ConfirmButton>
  )
}
