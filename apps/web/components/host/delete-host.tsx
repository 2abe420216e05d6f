'use client'

import { deleteHost, type Host, listHosts } from '@steelyard/contract'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export function DeleteHost({ host }: { host: Host }) {
  const router = useRouter()
  const [open, setOpen] = useState(false)
  const remove = useApiMutation(deleteHost, { invalidates: [listHosts] })
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        <Trash2 aria-hidden /> Delete
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete ${host.name}?`}
        confirmLabel="Delete the host"
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate({ params: { id: host.id } }, { onSuccess: () => router.push('/hosts') })
        }
      >
        Steelyard forgets its key, analyses, plans and history. Nothing changes on the host itself:
        its weights stay as they are.
      </ConfirmDialog>
    </>
  )
}
