'use client'

import type { Plan } from '@steelyard/contract'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../../lib/use-api.ts'
import { ProofDialog } from '../../access/proof-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Name } from '../../ui/name.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { ChangeSummary } from '../change-summary.tsx'

/** The button that changes the host, once the user has confirmed it. */
export function ApplyPlan({ plan, hash }: { plan: Plan; hash: string }) {
  const [open, setOpen] = useState(false)
  const apply = useApiMutation('applyPlan', { invalidates: ['getPlan', 'listApplications'] })
  const changes = plan.changes.filter((change) => change.changed)

  function change(nextOpen: boolean) {
    setOpen(nextOpen)
    apply.reset()
  }

  return (
    <Permitted needs="plans:apply" doing="applying plans">
      <Button look="primary" size="large" onClick={() => change(true)}>
        <Play aria-hidden />
        <span className="inline-flex gap-[0.25em]">
          Apply to <Name className="max-w-36 sm:max-w-44">{plan.hostName}</Name>
        </span>
      </Button>
      <ProofDialog
        open={open}
        onOpenChange={change}
        title={`Apply to ${plan.hostName}?`}
        hint="Asked again because this changes a real host."
        confirmLabel="Apply now"
        busy={apply.isPending}
        error={apply.error}
        onConfirm={(proof) =>
          apply.mutate(
            { params: { id: plan.id }, body: { hash, ...proof } },
            { onSuccess: () => setOpen(false) },
          )
        }
      >
        <ChangeSummary hostName={plan.hostName} changes={changes} />
      </ProofDialog>
    </Permitted>
  )
}
