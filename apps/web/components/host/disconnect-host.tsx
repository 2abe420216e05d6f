'use client'

import { disconnectHost, getHost, type Host } from '@steelyard/contract'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export function DisconnectHost({ host, label = 'Disconnect' }: { host: Host; label?: string }) {
  const [open, setOpen] = useState(false)
  const disconnect = useApiMutation(disconnectHost, { invalidates: [getHost] })
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Unplug aria-hidden /> {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Forget the connection to ${host.name}?`}
        confirmLabel="Disconnect"
        busy={disconnect.isPending}
        error={disconnect.error}
        onConfirm={() =>
          disconnect.mutate({ params: { id: host.id } }, { onSuccess: () => setOpen(false) })
        }
      >
        Its key pair is destroyed and the pinned host key forgotten. Analyses and plans stay. Remove
        the line from the account's authorized_keys on the host, too.
      </ConfirmDialog>
    </>
  )
}
