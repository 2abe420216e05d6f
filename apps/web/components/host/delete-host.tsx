'use client'

import type { Host } from '@steelyard/contract'
import { Trash2 } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Permitted } from '../ui/permitted.tsx'

export function DeleteHost({ host }: { host: Host }) {
  const router = useRouter()
  const remove = useApiMutation('deleteHost', { invalidates: ['listHosts', 'getFleet'] })

  async function confirm() {
    try {
      await remove.mutateAsync({ params: { id: host.id } })
      router.push('/')
    } catch {
      // The mutation's own state shows the error.
    }
  }

  return (
    <Permitted needs="hosts:write">
      <ConfirmButton
        look="quiet"
        icon={Trash2}
        label="Delete"
        title={`Delete ${host.name}?`}
        confirmLabel="Delete the host"
        action={remove}
        onConfirm={() => void confirm()}
      >
        Steelyard forgets its key, analyses, plans and history. Nothing changes on the host itself:
        its weights stay as they are.
      </ConfirmButton>
    </Permitted>
  )
}
