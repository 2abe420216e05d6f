'use client'

import type { IdentityProvider } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { describeGrants } from '@steelyard/contract/plain'
import { useState } from 'react'
import { formatRelative } from '../../lib/format/dates.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ProviderForm } from './provider-form.tsx'

export function ProviderRow({ provider }: { provider: IdentityProvider }) {
  const { name, issuer, required, trouble, provenAt, people } = provider
  return (
    <li className="space-y-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            {name} <State provider={provider} />
            {required ? <Badge tone="accent">required</Badge> : null}
          </p>
          <p className="text-sm break-all text-ink-faint">{issuer}</p>
          <p className="mt-1 text-sm text-ink-soft">
            {provenAt
              ? `${formatCounted(people, 'person', 'people')}, the last sign-in ${formatRelative(provenAt)}.`
              : 'Nobody has signed in with it yet.'}{' '}
            {rolesOf(provider)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Change provider={provider} />
          <Remove provider={provider} />
        </div>
      </div>
      {trouble ? (
        <Alert tone="danger" title={`Nobody can sign in with ${name}`}>
          {trouble}
        </Alert>
      ) : null}
    </li>
  )
}

function State({ provider: { trouble, provenAt } }: { provider: IdentityProvider }) {
  if (trouble) return <Badge tone="danger">does not work</Badge>
  return provenAt ? <Badge tone="ok">works</Badge> : <Badge>not tried yet</Badge>
}

/** `Everybody is viewer. Members of web are operator of web-*.` */
export function rolesOf({ defaultGrants, rules }: IdentityProvider): string {
  const everybody =
    defaultGrants.length > 0 ? [`Everybody is ${describeGrants(defaultGrants)}.`] : []
  const members = rules.map(
    ({ group, grants }) => `Members of ${group} are ${describeGrants(grants)}.`,
  )
  const all = [...everybody, ...members]
  return all.length > 0 ? all.join(' ') : 'It gives no roles.'
}

function Change({ provider }: { provider: IdentityProvider }) {
  const [open, setOpen] = useState(false)
  const title = `Change ${provider.name}`
  return (
    <>
      <Button size="small" aria-label={title} onClick={() => setOpen(true)}>
        Change
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description={provider.issuer}>
        <ProviderForm provider={provider} onSaved={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Remove({ provider: { id, name } }: { provider: IdentityProvider }) {
  const remove = useApiMutation('removeIdentityProvider', {
    invalidates: ['listIdentityProviders', 'listPeople'],
  })
  return (
    <ConfirmButton
      size="small"
      look="danger"
      label="Remove"
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      action={remove}
      onConfirm={(close) => remove.mutate({ params: { id } }, { onSuccess: close })}
    >
      Sessions that began with it end at once, and the roles that it gave are gone. People keep
      their accounts; who has no password needs a link from you to choose one.
    </ConfirmButton>
  )
}
