'use client'

import type { Host, HostPolicy } from '@steelyard/contract'
import { useState } from 'react'
import { isGuest } from '../../lib/is-guest.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Pending } from '../ui/pending.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { GrantSection } from './grant-section.tsx'
import { PayersList } from './payers-list.tsx'
import { PolicyForm } from './policy-form-later.tsx'
import { PolicySummary } from './policy-summary.tsx'
import { PolicyVerdict } from './policy-verdict.tsx'
import { canChangeHosts } from './policy-words.ts'
import { hasKeptDraft } from './use-kept-draft.ts'

/** What happens when a target of the host is missed, whether it may happen now, and its bounds. */
export function HostPolicyCard({ host }: { host: Host }) {
  const policy = useApi('getHostPolicy', { params: { id: host.id } }, { refetchInterval: 30_000 })
  return (
    <Card aria-labelledby="policy">
      <CardHeader
        id="policy"
        title="Policy"
        description={policy.data ? originOf(policy.data) : undefined}
        action={
          <ButtonLink size="small" look="quiet" href={`/changes/journal?host=${host.id}`}>
            Journal of this host
          </ButtonLink>
        }
      />
      <CardBody className="space-y-6">
        {policy.data ? (
          <Known host={host} policy={policy.data} />
        ) : (
          <Pending
            query={policy}
            title="The policy could not be loaded"
            lines={4}
            label="Loading the policy"
          />
        )}
      </CardBody>
    </Card>
  )
}

/** Where the policy comes from. */
export function originOf({ source, tag }: Pick<HostPolicy, 'source' | 'tag'>): string {
  if (source === 'host') return 'This host has a policy of its own.'
  if (source === 'tag') return `The policy of hosts tagged ${tag}, the most cautious for its tags.`
  return 'This host has no policy.'
}

function Known({ host, policy }: { host: Host; policy: HostPolicy }) {
  const [isOpen, setIsOpen] = useState(() => hasKeptDraft(host.name))
  const save = useApiMutation('setHostPolicy', { invalidates: ['getHostPolicy', 'listJournal'] })
  const isOwn = policy.source === 'host'
  if (isOpen) {
    return (
      // Its bar of buttons ends the card.
      <div className="-mb-4 sm:-mb-5">
        <PolicyForm
          subject={host.name}
          settings={policy.source === 'none' ? null : policy.settings}
          guests={host.domains
            .filter((each) => isGuest(each) && !each.gone)
            .map(({ name }) => name)}
          isNew={!isOwn}
          busy={save.isPending}
          error={save.error}
          onSave={(body, onSaved) =>
            save.mutate({ params: { id: host.id }, body }, { onSuccess: onSaved })
          }
          onClose={() => setIsOpen(false)}
        />
      </div>
    )
  }
  return (
    <>
      <PolicyVerdict policy={policy} />
      {policy.source === 'none' ? null : <PolicySummary settings={policy.settings} />}
      <Permitted needs="hosts:write">
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setIsOpen(true)}>
            {isOwn ? 'Change the policy' : 'Give it a policy of its own'}
          </Button>
          {isOwn ? <RemovePolicy host={host} /> : null}
        </div>
      </Permitted>
      <div className="grid items-start gap-x-8 gap-y-6 xl:grid-cols-2">
        {canChangeHosts(policy.settings.mode) ? (
          <PayersList host={host} bounds={policy.settings} />
        ) : null}
        <GrantSection host={host} policy={policy} />
      </div>
    </>
  )
}

function RemovePolicy({ host: { id, name } }: { host: Host }) {
  const remove = useApiMutation('removeHostPolicy', {
    invalidates: ['getHostPolicy', 'listJournal'],
  })
  return (
    <ConfirmButton
      look="quiet"
      label="Remove it"
      aria-label={`Remove the policy of ${name}`}
      title={`Remove the policy of ${name}?`}
      confirmLabel="Remove"
      action={remove}
      onConfirm={(close) => remove.mutate({ params: { id } }, { onSuccess: close })}
    >
      The most cautious policy of its tags then applies; without one, missed targets are only noted.
    </ConfirmButton>
  )
}
