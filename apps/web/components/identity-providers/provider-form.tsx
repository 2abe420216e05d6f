'use client'

import type { IdentityProvider } from '@steelyard/contract'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { GrantsField } from '../people/grants-field.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { AddressesToRegister } from './addresses-to-register.tsx'
import { GroupRules } from './group-rules.tsx'
import { IssuerField } from './issuer-field.tsx'

const nothingYet = {
  name: '',
  clientId: '',
  scopes: 'openid profile email',
  groupsClaim: 'groups',
  rules: [],
  defaultGrants: [],
  justInTime: false,
  linksByEmail: false,
  trustsEmails: false,
  required: false,
} satisfies Partial<IdentityProvider>

type Settings = Pick<IdentityProvider, keyof typeof nothingYet>

/** The settings of a new provider, or of one that is there. */
export function ProviderForm({
  provider,
  onSaved,
}: {
  provider?: IdentityProvider
  onSaved: (saved: IdentityProvider) => void
}) {
  const invalidates = ['listIdentityProviders'] as const
  const add = useApiMutation('addIdentityProvider', { invalidates })
  const change = useApiMutation('setIdentityProvider', { invalidates })
  const [issuer, setIssuer] = useState('')
  const [clientSecret, setClientSecret] = useState('')
  const [settings, setSettings] = useState<Settings>(() => settingsOf(provider ?? nothingYet))
  const set = (part: Partial<Settings>) => setSettings((before) => ({ ...before, ...part }))

  function submit(event: FormEvent) {
    event.preventDefault()
    const body = { ...settings, clientSecret: clientSecret || null }
    if (provider) change.mutate({ params: { id: provider.id }, body }, { onSuccess: onSaved })
    else add.mutate({ body: { ...body, issuer } }, { onSuccess: onSaved })
  }

  return (
    <form method="post" onSubmit={submit} className="space-y-4">
      {provider ? (
        <Disclosure summary="Addresses to register at the provider">
          <AddressesToRegister provider={provider} />
        </Disclosure>
      ) : (
        <IssuerField value={issuer} onChange={setIssuer} />
      )}
      <Field label="Name" hint="The button on the sign-in page says: Sign in with …">
        <Input
          required
          autoComplete="off"
          maxLength={120}
          value={settings.name}
          onChange={(event) => set({ name: event.target.value })}
        />
      </Field>
      <Field label="Client id">
        <Input
          required
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={settings.clientId}
          onChange={(event) => set({ clientId: event.target.value })}
        />
      </Field>
      <Field
        label="Client secret"
        hint={provider?.hasSecret ? 'Leave it empty to keep the one that is stored.' : undefined}
      >
        <Input
          type="password"
          autoComplete="new-password"
          maxLength={500}
          value={clientSecret}
          onChange={(event) => setClientSecret(event.target.value)}
        />
      </Field>
      <GroupRules rules={settings.rules} onChange={(rules) => set({ rules })} />
      <GrantsField
        legend="Roles of everybody who signs in with it"
        mayBeNone
        grants={settings.defaultGrants}
        onChange={(defaultGrants) => set({ defaultGrants })}
      />
      <WhoMayEnter settings={settings} set={set} isProven={Boolean(provider?.provenAt)} />
      <Disclosure summary="Scopes and the claim of groups">
        <Names settings={settings} set={set} />
      </Disclosure>
      <ProblemAlert error={add.error ?? change.error} title="The provider could not be saved" />
      <div className="flex justify-end">
        <Button type="submit" look="primary" busy={add.isPending || change.isPending}>
          {provider ? 'Save' : 'Add'}
        </Button>
      </div>
    </form>
  )
}

interface Part {
  settings: Settings
  set: (part: Partial<Settings>) => void
}

function WhoMayEnter({ settings, set, isProven }: Part & { isProven: boolean }) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-medium">Who may sign in with it</legend>
      <p className="text-sm text-ink-faint">Whoever was invited may, in any case.</p>
      <Checkbox
        label="People who are not known here yet"
        hint="They get an account if any role above is theirs."
        checked={settings.justInTime}
        onChange={(justInTime) => set({ justInTime })}
      />
      <Checkbox
        label="People who have an account here, found by their e-mail address"
        hint="Only for a provider where nobody can choose an address freely."
        checked={settings.linksByEmail}
        onChange={(linksByEmail) => set({ linksByEmail })}
      />
      <Checkbox
        label="Addresses count as verified if the provider does not say"
        hint="Microsoft Entra ID, for one, does not."
        checked={settings.trustsEmails}
        onChange={(trustsEmails) => set({ trustsEmails })}
      />
      <Checkbox
        label="Required: nobody signs in without it while it works"
        hint={
          isProven
            ? 'Administrators keep their passwords for when it does not work.'
            : 'Available once somebody has signed in with it.'
        }
        disabled={!isProven}
        checked={settings.required}
        onChange={(required) => set({ required })}
      />
    </fieldset>
  )
}

function Names({ settings, set }: Part) {
  return (
    <div className="space-y-4">
      <Field
        label="Scopes"
        hint="Some providers name groups only for another scope, such as groups."
      >
        <Input
          required
          autoComplete="off"
          spellCheck={false}
          value={settings.scopes}
          onChange={(event) => set({ scopes: event.target.value })}
        />
      </Field>
      <Field label="Claim of groups" hint="Or a path, such as realm_access.roles.">
        <Input
          required
          autoComplete="off"
          spellCheck={false}
          value={settings.groupsClaim}
          onChange={(event) => set({ groupsClaim: event.target.value })}
        />
      </Field>
    </div>
  )
}

function settingsOf(from: Settings): Settings {
  const names = Object.keys(nothingYet) as (keyof Settings)[]
  return Object.fromEntries(names.map((name) => [name, from[name]])) as unknown as Settings
}
