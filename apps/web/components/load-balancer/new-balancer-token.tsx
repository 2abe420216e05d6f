'use client'

import type { LoadBalancer } from '@steelyard/contract'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { TokenSecret } from '../settings/token-secret.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** Makes a token for this load balancer alone and shows its secret only once. */
export function NewBalancerToken({
  balancer: { hostId, hostName, domain },
  open,
  onOpenChange,
}: {
  balancer: LoadBalancer
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const create = useApiMutation('createToken', { invalidates: ['listTokens'] })
  const [name, setName] = useState(`${domain} on ${hostName}`)
  const [secret, setSecret] = useState<string | null>(null)

  function change(nextOpen: boolean) {
    if (!nextOpen) setSecret(null)
    onOpenChange(nextOpen)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    create.mutate(
      { body: { name, scopes: ['load-balancer'], hostId, expiresAt: null } },
      { onSuccess: (token) => setSecret(token.secret) },
    )
  }

  return (
    <Dialog
      open={open}
      onOpenChange={change}
      title={secret ? 'The token is ready' : `New token for ${domain}`}
      description={
        secret
          ? undefined
          : `It asks about ${hostName} and reports for its load balancer only. It changes nothing on the host, and is valid until it is revoked under Settings.`
      }
    >
      {secret ? (
        <TokenSecret secret={secret} onDone={() => change(false)} />
      ) : (
        <form onSubmit={submit} className="space-y-4">
          <Field label="Name" hint="So that you recognise it later.">
            <Input
              value={name}
              maxLength={120}
              onChange={(event) => setName(event.target.value)}
              required
            />
          </Field>
          <ProblemAlert error={create.error} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button onClick={() => change(false)}>Cancel</Button>
            <Button type="submit" look="primary" busy={create.isPending} disabled={!name.trim()}>
              Create
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  )
}
