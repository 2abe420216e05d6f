'use client'

import type { IdentityProvider } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pending } from '../ui/pending.tsx'
import { AddressesToRegister } from './addresses-to-register.tsx'
import { ProviderForm } from './provider-form.tsx'
import { ProviderRow } from './provider-row.tsx'

/** With which providers people sign in, whether they work, and the way to add one. */
export function IdentityProviders() {
  const providers = useApi('listIdentityProviders')
  const [adding, setAdding] = useState(false)
  const add = (
    <Button look="primary" size="small" onClick={() => setAdding(true)}>
      <Plus aria-hidden /> Add a provider
    </Button>
  )
  const list = providers.data?.data
  return (
    <Card>
      <CardHeader
        title="Identity providers"
        description={list ? verdictOf(list) : undefined}
        action={list?.length ? add : null}
      />
      <CardBody>
        {list?.length === 0 ? (
          <EmptyState icon={KeyRound} title="No identity provider yet" action={add}>
            Add one that speaks OpenID Connect, such as Keycloak, Dex or Microsoft Entra ID. Then
            people sign in with the account that they have there, with roles by their groups.
          </EmptyState>
        ) : list ? (
          <ul className="divide-y divide-line">
            {list.map((provider) => (
              <ProviderRow key={provider.id} provider={provider} />
            ))}
          </ul>
        ) : (
          <Pending query={providers} lines={3} label="Loading the identity providers" />
        )}
      </CardBody>
      {adding ? <AddDialog onClose={() => setAdding(false)} /> : null}
    </Card>
  )
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const [added, setAdded] = useState<IdentityProvider | null>(null)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={added ? `${added.name} is added` : 'Add an identity provider'}
      description={
        added
          ? undefined
          : 'Register Steelyard as a client there. The addresses to register are shown afterwards.'
      }
    >
      {added ? (
        <div className="space-y-4">
          <AddressesToRegister provider={added} />
          <p className="text-sm text-ink-soft">
            Then sign out and sign in with {added.name} once, to see that it works.
          </p>
          <div className="flex justify-end">
            <Button look="primary" onClick={onClose}>
              Done
            </Button>
          </div>
        </div>
      ) : (
        <ProviderForm onSaved={setAdded} />
      )}
    </Dialog>
  )
}

/** What holds now, in one sentence. */
export function verdictOf(providers: readonly IdentityProvider[]): string {
  if (providers.length === 0) return 'People sign in with a password.'
  const required = providers.filter((each) => each.required)
  const failing = providers.filter(({ trouble }) => trouble !== null)
  const count = formatCounted(providers.length, 'provider')
  const fails = failing.length > 0 ? ` ${namesOf(failing)} not work now.` : ''
  if (required.length === 0) return `People sign in with a password or with ${count}.${fails}`
  if (required.some(({ trouble }) => trouble !== null))
    return `${namesOf(required, 'is', 'are')} required.${fails} Until that is mended, only administrators can sign in with a password.`
  return `${namesOf(required, 'is', 'are')} required: passwords are switched off.${fails}`
}

function namesOf(providers: readonly IdentityProvider[], one = 'does', many = 'do'): string {
  const names = new Intl.ListFormat('en').format(providers.map(({ name }) => name))
  return `${names} ${providers.length === 1 ? one : many}`
}
