'use client'

import { type Domain, getHost, type Host, removeGuestLog } from '@steelyard/contract'
import { Trash2 } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Permitted } from '../access/permitted.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'

export function RemoveGuestLog({
  host,
  domain,
  label = 'Remove',
}: {
  host: Host
  domain: Domain
  label?: string
}) {
  const remove = useApiMutation(removeGuestLog, { invalidates: [getHost] })
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
