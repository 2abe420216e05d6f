'use client'

import type { Domain, GuestLog, Host } from '@steelyard/contract'
import { RotateCw, Trash2 } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { CodeBlock } from '../ui/code-block.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { GuestLogForm } from './guest-log-form.tsx'
import type { GuestLogProps } from './guest-log-props.ts'

export function RemoveGuestLog({
  host,
  domain,
  label = 'Remove',
}: {
  host: Host
  domain: Domain
  label?: string
}) {
  const remove = useApiMutation('removeGuestLog', { invalidates: ['getHost'] })
  return (
    <Permitted needs="hosts:write">
      <ConfirmButton
        icon={Trash2}
        label={label}
        title={`Forget the access log of ${domain.name}?`}
        confirmLabel="Remove it"
        action={remove}
        onConfirm={(close) =>
          remove.mutate({ params: { id: host.id, domainId: domain.id } }, { onSuccess: close })
        }
      >
        Its key pair is destroyed and the pinned key forgotten. Remove the line from the account’s
        authorized_keys on the guest, too. The log itself stays.
      </ConfirmButton>
    </Permitted>
  )
}

/** Tries to follow the log again with the key that is already pinned. */
export function RetryGuestLog({ host, domain, guestLog }: GuestLogProps) {
  const retry = useApiMutation('confirmGuestLog', { invalidates: ['getHost'] })
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

/** Changing the location starts a new set-up with its own key pair. */
export function ChangeGuestLog({ host, domain }: GuestLogProps) {
  return (
    <Permitted needs="hosts:write">
      <Disclosure summary="Change its location">
        <div className="space-y-4">
          <p className="text-sm text-ink-soft">
            This starts over with another key pair, and you compare the guest’s key again.
          </p>
          <GuestLogForm host={host} domain={domain} submitLabel="Set up again" />
        </div>
      </Disclosure>
    </Permitted>
  )
}

/** The line for the guest's account, and what it permits. */
export function InstallGuestKey({ guestLog }: { guestLog: GuestLog }) {
  if (!guestLog.authorizedKeysLine) return null
  return (
    <div className="space-y-2 text-sm">
      <p className="text-ink-soft">
        On the guest, add this line to{' '}
        <code className="font-mono">~{guestLog.username}/.ssh/authorized_keys</code>. Whoever holds
        the key can follow <code className="font-mono break-all">{guestLog.path}</code>, and do
        nothing else.
      </p>
      <CodeBlock text={guestLog.authorizedKeysLine} label="the authorized_keys line" wrap />
    </div>
  )
}
