'use client'

import { type Confirmation, confirmSession, signInPath } from '@steelyard/contract'
import { usePathname } from 'next/navigation'
import { useQuestion } from '../../lib/confirmation.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { Unconfirmed } from './unconfirmed.tsx'

/** Asks the person to confirm that it is still them whenever a request needs it, and says when that failed. */
export function ConfirmGate() {
  const settle = useQuestion()
  return (
    <>
      {settle ? <ConfirmItIsYou settle={settle} /> : null}
      <Unconfirmed />
    </>
  )
}

function ConfirmItIsYou({ settle }: { settle: (isConfirmed: boolean) => void }) {
  const pathname = usePathname()
  const confirm = useApiMutation(confirmSession)
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
