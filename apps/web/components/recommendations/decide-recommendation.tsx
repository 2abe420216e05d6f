'use client'

import type { HostRecommendation } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { ProofDialog } from '../access/proof-dialog.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { Textarea } from '../ui/textarea.tsx'

type Decision = 'approved' | 'rejected'

/** The buttons of a recommendation that waits; where the policy only recommends, the way to its plan. */
export function DecideRecommendation({ recommendation }: { recommendation: HostRecommendation }) {
  const { canDecide, planHash, planId, mode } = recommendation
  if (!canDecide || !planHash) return null
  return (
    <Permitted needs="plans:apply" doing="deciding about changes of this host">
      <div className="flex flex-wrap items-center gap-2">
        {mode === 'recommend' && planId ? (
          <ButtonLink look="primary" href={`/changes/${planId}`}>
            Review and apply the plan
          </ButtonLink>
        ) : (
          <Decide recommendation={recommendation} hash={planHash} decision="approved" />
        )}
        <Decide recommendation={recommendation} hash={planHash} decision="rejected" />
      </div>
    </Permitted>
  )
}

const words = {
  approved: {
    icon: Check,
    label: 'Approve',
    look: 'primary',
    hint: 'Asked again because this changes a real host.',
  },
  rejected: {
    icon: X,
    label: 'Reject',
    look: 'danger',
    hint: 'Asked again because it counts as your signature.',
  },
} as const

function Decide({
  recommendation,
  hash,
  decision,
}: {
  recommendation: HostRecommendation
  hash: string
  decision: Decision
}) {
  const { id, hostName } = recommendation
  const { icon: Icon, label, look, hint } = words[decision]
  const [open, setOpen] = useState(false)
  const [note, setNote] = useState('')
  const decide = useApiMutation('decideRecommendation', {
    invalidates: ['listRecommendations', 'getRecommendation', 'listPlans', 'listJournal'],
  })

  function change(nextOpen: boolean) {
    setOpen(nextOpen)
    decide.reset()
  }

  return (
    <>
      <Button
        look={look}
        aria-label={`${label} the change on ${hostName}`}
        onClick={() => change(true)}
      >
        <Icon aria-hidden /> {label}
      </Button>
      <ProofDialog
        open={open}
        onOpenChange={change}
        title={`${label} the change on ${hostName}?`}
        hint={hint}
        confirmLabel={label}
        busy={decide.isPending}
        error={decide.error}
        onConfirm={(proof) =>
          decide.mutate(
            { params: { id }, body: { hash, decision, note, ...proof } },
            { onSuccess: () => setOpen(false) },
          )
        }
      >
        <p>{whatFollows(recommendation, decision)}</p>
        <WeightList changes={recommendation.changes} />
        <Field label="Note, if you like" className="mt-4 text-left text-ink">
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

/** What the decision leads to, in a sentence. */
export function whatFollows(
  { dryRun }: Pick<HostRecommendation, 'dryRun'>,
  decision: Decision,
): string {
  if (decision === 'rejected') return 'The weights stay as they are.'
  return dryRun
    ? 'The dry run of the policy is on, so nothing is changed: the journal says what would have been applied.'
    : 'These weights are set as soon as the policy lets it, read back, and restored if anything goes wrong.'
}

function WeightList({ changes }: Pick<HostRecommendation, 'changes'>) {
  return (
    <ul className="mt-2 space-y-1">
      {changes
        .filter(({ weightBefore, weightAfter }) => weightBefore !== weightAfter)
        .map(({ domain, weightBefore, weightAfter }) => (
          <li key={domain} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-medium text-ink">{domain}</span>
            <BeforeAfter before={formatCount(weightBefore)} after={formatCount(weightAfter)} />
          </li>
        ))}
    </ul>
  )
}
