'use client'

import { useRouter, useSearchParams } from 'next/navigation'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { providerRefusals } from './provider-refusals.ts'
import { useHere } from './use-here.ts'

/** Says why the way to the provider and back confirmed nothing. */
export function Unconfirmed() {
  const reason = providerRefusals.get(useSearchParams().get('unconfirmed') ?? '')
  const router = useRouter()
  const here = useHere()
  const close = () => router.replace(here, { scroll: false })
  return (
    <Dialog open={reason !== undefined} onOpenChange={close} title="You are not confirmed">
      <p className="text-sm text-ink-soft">{reason}</p>
      <div className="mt-4 flex justify-end">
        <Button look="primary" onClick={close}>
          Close
        </Button>
      </div>
    </Dialog>
  )
}
