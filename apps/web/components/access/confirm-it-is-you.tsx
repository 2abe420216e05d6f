'use client'

import type { Confirmation } from '@steelyard/contract'
import { signInPath } from '@steelyard/contract/plain'
import { usePathname } from 'next/navigation'
import { useApiMutation } from '../../lib/use-api.ts'
import { ProofDialog } from './proof-dialog.tsx'

export function ConfirmItIsYou({ settle }: { settle: (isConfirmed: boolean) => void }) {
  const pathname = usePathname()
  const confirm = useApiMutation('confirmSession')
  return (
    <ProofDialog
      open
      onOpenChange={() => settle(false)}
      title="Is it still you?"
      hint="Asked again because this changes who may do what."
      confirmLabel="Confirm"
      busy={confirm.isPending}
      error={confirm.error}
      onConfirm={(body: Confirmation) =>
        confirm.mutate({ body }, { onSuccess: () => settle(true) })
      }
    >
      Steelyard then does not ask again for 15 minutes. You can also{' '}
      <a className="underline" href={signInPath(pathname)}>
        sign in again
      </a>
      .
    </ProofDialog>
  )
}
