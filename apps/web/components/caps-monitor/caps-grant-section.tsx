'use client'

import type { CapsMonitor } from '@steelyard/contract'
import { formatList } from '@steelyard/contract/format'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { GrantDialog } from '../policy/grant-dialog.tsx'
import { Alert } from '../ui/alert.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { boundsWords } from './caps-words.ts'

const shown = { invalidates: ['getCapsMonitor', 'listJournal'] } as const

/** Who said that caps may be changed without a person; where nobody did, what that means. */
export function CapsGrantSection({
  hostId,
  hostName,
  monitor: { settings, grant },
}: {
  hostId: string
  hostName: string
  monitor: CapsMonitor
}) {
  if (settings.mode !== 'automatic' && !grant) return null
  return (
    <section aria-labelledby="caps-grant" className="space-y-3 border-t border-line pt-5">
      <h3 id="caps-grant" className="font-semibold">
        Grant
      </h3>
      {grant ? (
        <p className="max-w-prose text-sm text-ink-soft">
          {grant.givenBy} gave it on {formatDateTime(grant.createdAt)}. It holds until{' '}
          {formatDateTime(grant.expiresAt)}, whatever is set later, for the caps of{' '}
          {formatList(grant.bounds.caps.map((each) => `${each.domain} (${boundsWords(each)})`))},
          and to give back what they had.
        </p>
      ) : (
        <Alert tone="warn" title="No cap is changed without a person yet">
          A grant is missing. A person gives it once, with the password or a passkey. Then caps may
          change within these bounds without anyone present. It ends by itself and can be revoked at
          any time.
        </Alert>
      )}
      <Permitted needs="plans:apply" doing="giving grants">
        <div className="flex flex-wrap gap-2">
          <GiveCapsGrant
            hostId={hostId}
            hostName={hostName}
            settings={settings}
            hasGrant={grant !== null}
          />
          {grant ? <RevokeCapsGrant hostId={hostId} hostName={hostName} /> : null}
        </div>
      </Permitted>
    </section>
  )
}

function GiveCapsGrant({
  hostId,
  hostName,
  settings,
  hasGrant,
}: {
  hostId: string
  hostName: string
  settings: CapsMonitor['settings']
  hasGrant: boolean
}) {
  const give = useApiMutation('giveCapsGrant', shown)
  return (
    <GrantDialog
      title={`Let caps be changed on ${hostName} without a person?`}
      hasGrant={hasGrant}
      action={give}
      onGive={(body, close) => give.mutate({ params: { id: hostId }, body }, { onSuccess: close })}
    >
      <li>Caps alone, and no other lever.</li>
      {settings.others.map((other) => (
        <li key={other.name}>
          {other.name}: {boundsWords(other)}, and back to what it had.
        </li>
      ))}
    </GrantDialog>
  )
}

function RevokeCapsGrant({ hostId, hostName }: { hostId: string; hostName: string }) {
  const revoke = useApiMutation('revokeCapsGrant', shown)
  return (
    <ConfirmButton
      look="danger"
      label="Revoke"
      aria-label={`Revoke the grant for caps on ${hostName}`}
      title={`Revoke the grant for caps on ${hostName}?`}
      action={revoke}
      onConfirm={(close) => revoke.mutate({ params: { id: hostId } }, { onSuccess: close })}
    >
      Caps no longer follow the load. Those in force now stay.
    </ConfirmButton>
  )
}
