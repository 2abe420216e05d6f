'use client'

import type { Plan } from '@steelyard/contract'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../../lib/use-api.ts'
import { useMay, useSession } from '../../../lib/use-session.ts'
import { ProofDialog } from '../../access/proof-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { GradeBadge } from '../../ui/grade-badge.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ChangeSummary } from '../change-summary.tsx'
import { whoPays } from './who-pays.ts'

type Decision = 'approved' | 'rejected'

/** What the second person needs to know at first sight, with the buttons, or why there are none. */
export function DecidePlan({ plan, hash }: { plan: Plan; hash: string }) {
  const isMaker = useIsMaker(plan)
  const mayApprove = useMay()('plans:approve')
  const pays = whoPays(plan)
  return (
    <div className="space-y-3 text-sm text-ink-soft">
      {pays ? <p>{pays}</p> : null}
      {plan.grade ? <GradeBadge grade={plan.grade} /> : null}
      {isMaker ? (
        <p>You made this plan. Send the address of this page to someone who may approve it.</p>
      ) : mayApprove ? (
        <div className="flex flex-wrap gap-2">
          <Decide plan={plan} hash={hash} decision="approved" />
          <Decide plan={plan} hash={hash} decision="rejected" />
        </div>
      ) : (
        <p>An approver or an administrator of this host can approve it.</p>
      )}
    </div>
  )
}

/** Takes back what a second person agreed to. Nothing for those who may not decide. */
export function RejectApproved({ plan, hash }: { plan: Plan; hash: string }) {
  const isMaker = useIsMaker(plan)
  const mayApprove = useMay()('plans:approve')
  if (isMaker || !mayApprove) return null
  return <Decide plan={plan} hash={hash} decision="rejected" />
}

function useIsMaker({ approval }: Plan): boolean {
  const { id } = useSession()
  return approval?.makerIds.includes(id) ?? false
}

const words = {
  approved: { icon: Check, label: 'Approve', look: 'primary', title: 'Approve this plan?' },
  rejected: { icon: X, label: 'Reject', look: 'danger', title: 'Reject this plan?' },
} as const

function Decide({ plan, hash, decision }: { plan: Plan; hash: string; decision: Decision }) {
  const { icon: Icon, label, look, title } = words[decision]
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const decide = useApiMutation('decidePlan', { invalidates: ['getPlan', 'listPlans'] })

  function change(nextOpen: boolean) {
    setOpen(nextOpen)
    decide.reset()
  }

  return (
    <>
      <Button look={look} onClick={() => change(true)}>
        <Icon aria-hidden /> {label}
      </Button>
      <ProofDialog
        open={open}
        onOpenChange={change}
        title={title}
        hint="Asked again because it counts as your signature."
        confirmLabel={label}
        busy={decide.isPending}
        error={decide.error}
        onConfirm={(proof) =>
          decide.mutate(
            { params: { id: plan.id }, body: { hash, decision, note, ...proof } },
            { onSuccess: () => setOpen(false) },
          )
        }
      >
        <ChangeSummary
          hostName={plan.hostName}
          changes={plan.changes.filter(({ changed }) => changed)}
        />
        <Field label="Note, if you like" className="mt-4 text-left">
          <Textarea
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
      </ProofDialog>
    </>
  )
}
