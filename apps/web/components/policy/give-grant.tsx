'use client'

import { getHostPolicy, givePolicyGrant, type HostPolicy, listJournal } from '@steelyard/contract'
import { formatChosen } from '@steelyard/contract/format'
import { useApiMutation } from '../../lib/use-api.ts'
import { GrantDialog } from './grant-dialog.tsx'
import { payersWords } from './policy-words.ts'

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
  const give = useApiMutation(givePolicyGrant, { invalidates: [getHostPolicy, listJournal] })
  return (
    <GrantDialog
      title={`Let weights be changed on ${hostName} without a person?`}
      hasGrant={grant !== null}
      action={give}
      onGive={(body, close) => give.mutate({ params: { id: hostId }, body }, { onSuccess: close })}
    >
      <li>Weights alone, and no other lever.</li>
      <li>No share moves by more than {formatChosen(settings.largestStep)} at once.</li>
      <li>Who may be given less: {payersWords(settings)}.</li>
      <li>Only changes of a kind that was approved and confirmed on this host before.</li>
    </GrantDialog>
  )
}
