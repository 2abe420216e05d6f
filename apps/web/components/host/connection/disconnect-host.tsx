'use client'

import type { Host } from '@steelyard/contract'
import { Unplug } from 'lucide-react'
import { useApiMutation } from '../../../lib/use-api.ts'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Permitted } from '../../ui/permitted.tsx'

export function DisconnectHost({ host, label = 'Disconnect' }: { host: Host; label?: string }) {
  const disconnect = useApiMutation('disconnectHost', { invalidates: ['getHost'] })
  return (
    <Permitted needs="hosts:write">
      <ConfirmButton
        icon={Unplug}
        label={label}
        title={`Forget the connection to ${host.name}?`}
        confirmLabel="Disconnect"
        action={disconnect}
        onConfirm={(close) => disconnect.mutate({ params: { id: host.id } }, { onSuccess: close })}
      >
        Its key pair is destroyed and the pinned host key forgotten. Analyses and plans stay. On the
        host, remove the line from the account's authorized_keys. If you will not connect the host
        again, remove the gate, the sudoers rules and the account too.
      </ConfirmButton>
    </Permitted>
  )
}
