'use client'

import type { Host, HostPolicy } from '@steelyard/contract'
import { formatShare } from '@steelyard/contract/format'
import { useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { GrantDialog } from './grant-dialog.tsx'
import { payersOf, payerWords } from './payers-of.ts'

/** A person's word, for the bounds that are in force now. */
export function GiveGrant({
  host,
  policy: { settings, grant },
}: {
  host: Host
  policy: HostPolicy
}) {
  const [knowsKinds, setKnowsKinds] = useState(false)
  const give = useApiMutation('givePolicyGrant', { invalidates: ['getHostPolicy', 'listJournal'] })
  const payers = payersOf(host, settings)
  return (
    <GrantDialog
      title={`Let weights be changed on ${host.name} without a person?`}
      hasGrant={grant !== null}
      action={give}
      onGive={(body, close) =>
        give.mutate(
          { params: { id: host.id }, body: { ...body, knowsKinds } },
          { onSuccess: close },
        )
      }
      more={
        <Checkbox
          label="Also kinds of changes that nobody approved before"
          hint="Otherwise the first change of a kind waits for a person, which costs minutes of missed targets."
          checked={knowsKinds}
          onChange={setKnowsKinds}
        />
      }
    >
      <li>Weights alone, and no other lever.</li>
      <li>
        No guest gains or loses more than {formatShare(settings.largestStep)} of the guests’ weights
        at once.
      </li>
      {payers.length === 0 ? <li>Nobody may be given less.</li> : null}
      {payers.map((payer) => (
        <li key={payer.domain}>{payerWords(payer)}</li>
      ))}
      {knowsKinds ? null : (
        <li>Only changes of a kind that was approved and confirmed on this host before.</li>
      )}
    </GrantDialog>
  )
}
