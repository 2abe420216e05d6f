'use client'

import type { Host, HostPolicy, PolicyGrant } from '@steelyard/contract'
import { formatShare } from '@steelyard/contract/format'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { GiveGrant } from './give-grant.tsx'
import { payersWords } from './policy-words.ts'

/** Who said that changes may be made without a person; where nobody did, what that means. */
export function GrantSection({ host, policy }: { host: Host; policy: HostPolicy }) {
  const { id: hostId, name: hostName } = host
  const { settings, grant } = policy
  if (settings.mode !== 'automatic' && !grant) return null
  const lacks = whatIsMissing(policy)
  return (
    <section aria-labelledby="grant" className="space-y-3 border-t border-line pt-5">
      <h3 id="grant" className="font-semibold">
        Grant
      </h3>
      {lacks ? (
        <Alert tone="warn" title="Nothing is applied without a person yet">
          {lacks.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Alert>
      ) : null}
      {grant ? (
        <GrantWords grant={grant} />
      ) : (
        <p className="max-w-prose text-sm text-ink-soft">
          A person gives a grant once, with the password or a passkey. Then weights within the
          bounds of this policy may be applied without anyone present. The grant ends by itself and
          can be revoked at any time.
        </p>
      )}
      <Permitted needs="plans:apply" doing="giving grants">
        <div className="flex flex-wrap gap-2">
          <GiveGrant host={host} policy={policy} />
          {grant ? <RevokeGrant hostId={hostId} hostName={hostName} /> : null}
        </div>
      </Permitted>
    </section>
  )
}

/** What keeps an automatic policy from acting by itself; null where nothing does. */
export function whatIsMissing({
  settings: { mode, dryRun },
  grant,
}: Pick<HostPolicy, 'settings' | 'grant'>): string[] | null {
  if (mode !== 'automatic') return null
  const lacks = [
    ...(grant
      ? []
      : ['A grant is missing: until someone gives one, every change waits for approval.']),
    ...(dryRun
      ? ['The dry run is on: the journal says what would have been applied, and nothing is.']
      : []),
  ]
  return lacks.length > 0 ? lacks : null
}

function GrantWords({ grant: { givenBy, createdAt, expiresAt, bounds } }: { grant: PolicyGrant }) {
  return (
    <p className="max-w-prose text-sm text-ink-soft">
      {givenBy} gave it on {formatDateTime(createdAt)}. It holds until {formatDateTime(expiresAt)},
      for weights alone, whatever the policy says later. No guest gains or loses more than{' '}
      {formatShare(bounds.largestStep)} of the guests’ weights at once. Who may be given less:{' '}
      {payersWords(bounds)}.{' '}
      {bounds.knowsKinds
        ? 'It also covers kinds of changes that nobody approved here before.'
        : 'It covers only kinds of changes that were approved and confirmed here before.'}
    </p>
  )
}

function RevokeGrant({ hostId, hostName }: { hostId: string; hostName: string }) {
  const revoke = useApiMutation('revokePolicyGrant', {
    invalidates: ['getHostPolicy', 'listJournal'],
  })
  return (
    <ConfirmButton
      look="danger"
      label="Revoke"
      aria-label={`Revoke the grant on ${hostName}`}
      title={`Revoke the grant on ${hostName}?`}
      action={revoke}
      onConfirm={(close) => revoke.mutate({ params: { id: hostId } }, { onSuccess: close })}
    >
      From then on every change waits for approval. What was applied stays.
    </ConfirmButton>
  )
}
