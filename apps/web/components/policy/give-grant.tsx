'use client'

import { getHostPolicy, givePolicyGrant, type HostPolicy, listJournal } from '@steelyard/contract'
import { formatChosen } from '@steelyard/contract/format'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { ProofDialog } from '../access/proof-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { payersWords } from './policy-words.ts'

const DAY_MS = 86_400_000

const lifetimes = [
  { days: 7, words: '7 days' },
  { days: 30, words: '30 days' },
  { days: 90, words: '90 days' },
  { days: 364, words: 'a year' },
]

/** A person's word, for the bounds that are in force now. */
export function GiveGrant({
  hostId,
  hostName,
  policy: { settings, grant },
}: {
  hostId: string
  hostName: string
  policy: HostPolicy
}) {
  const [open, setOpen] = useState(false)
  const [days, setDays] = useState(30)
  const give = useApiMutation(givePolicyGrant, { invalidates: [getHostPolicy, listJournal] })

  function change(nextOpen: boolean) {
    setOpen(nextOpen)
    give.reset()
  }

  return (
    <>
      <Button look={grant ? 'secondary' : 'primary'} onClick={() => change(true)}>
        <ShieldCheck aria-hidden /> {grant ? 'Give a new grant' : 'Give the grant'}
      </Button>
      <ProofDialog
        open={open}
        onOpenChange={change}
        title={`Let weights be changed on ${hostName} without a person?`}
        hint="Asked again because it counts as your signature."
        confirmLabel="Give the grant"
        busy={give.isPending}
        error={give.error}
        onConfirm={(proof) =>
          give.mutate(
            {
              params: { id: hostId },
              body: { ...proof, expiresAt: new Date(Date.now() + days * DAY_MS).toISOString() },
            },
            { onSuccess: () => setOpen(false) },
          )
        }
      >
        <ul className="list-disc space-y-1 pl-5">
          <li>Weights alone, and no other lever.</li>
          <li>No share moves by more than {formatChosen(settings.largestStep)} at once.</li>
          <li>Who may be given less: {payersWords(settings)}.</li>
          <li>Only changes of a kind that was approved and confirmed on this host before.</li>
        </ul>
        <Field label="Ends after" className="mt-4 text-left text-ink">
          <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
            {lifetimes.map((each) => (
              <option key={each.days} value={each.days}>
                {each.words}
              </option>
            ))}
          </Select>
        </Field>
      </ProofDialog>
    </>
  )
}
