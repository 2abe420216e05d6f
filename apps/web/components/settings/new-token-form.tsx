'use client'

import type { Permission } from '@steelyard/contract'
import { type FormEvent, useState } from 'react'
import { useApiMutation } from '../../lib/use-api.ts'
import { useSession } from '../../lib/use-session.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { Select } from '../ui/select.tsx'

const scopeWords: Record<Permission, string> = {
  'hosts:read': 'See hosts',
  'hosts:write': 'Add, connect and change hosts',
  'uploads:read': 'See uploads',
  'uploads:write': 'Upload and delete files',
  'analyses:read': 'See analyses',
  'analyses:write': 'Run and delete analyses',
  'plans:read': 'See plans and applications',
  'plans:write': 'Make plans',
  'plans:apply': 'Apply to hosts (with the password)',
  'plans:approve': 'Approve plans',
  'jobs:read': 'Follow jobs',
  'jobs:cancel': 'Cancel jobs',
  'load-balancer': 'Ask for load-balancer advice',
  'tokens:manage': 'Manage API tokens',
  'audit:read': 'Read the audit trail',
  'people:manage': 'Invite people and change their roles',
}

const lifetimes = [
  { days: 30, words: '30 days' },
  { days: 90, words: '90 days' },
  { days: 365, words: 'one year' },
  { days: 0, words: 'never' },
]

function expiryIn(days: number): string | null {
  return days > 0 ? new Date(Date.now() + days * 86_400_000).toISOString() : null
}

export function NewTokenForm({
  onCreated,
  onCancel,
}: {
  onCreated: (secret: string) => void
  onCancel: () => void
}) {
  const { permissions } = useSession()
  const create = useApiMutation('createToken', { invalidates: ['listTokens'] })
  const [name, setName] = useState('')
  const [days, setDays] = useState(90)
  const [scopes, setScopes] = useState<Permission[]>([])

  function submit(event: FormEvent) {
    event.preventDefault()
    create.mutate(
      { body: { name, scopes, expiresAt: expiryIn(days) } },
      { onSuccess: (token) => onCreated(token.secret) },
    )
  }

  return (
    <form onSubmit={submit} className="space-y-4">
      <Field label="Name" hint="What uses it, so that you recognise it later.">
        <Input
          value={name}
          maxLength={120}
          onChange={(event) => setName(event.target.value)}
          required
        />
      </Field>
      <Field label="Expires after">
        <Select value={days} onChange={(event) => setDays(Number(event.target.value))}>
          {lifetimes.map((each) => (
            <option key={each.days} value={each.days}>
              {each.words}
            </option>
          ))}
        </Select>
      </Field>
      {/* A load balancer's token is bound to one host and is made on its page. */}
      <ScopeChoice
        offered={permissions.filter((each) => each !== 'load-balancer')}
        chosen={scopes}
        onChange={setScopes}
      />
      <ProblemAlert error={create.error} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          look="primary"
          busy={create.isPending}
          disabled={!name.trim() || scopes.length === 0}
        >
          Create
        </Button>
      </div>
    </form>
  )
}

function ScopeChoice({
  offered,
  chosen,
  onChange,
}: {
  offered: Permission[]
  chosen: Permission[]
  onChange: (chosen: Permission[]) => void
}) {
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Scopes</legend>
      <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {offered.map((permission) => (
          <Checkbox
            key={permission}
            label={scopeWords[permission]}
            hint={<code className="text-xs">{permission}</code>}
            checked={chosen.includes(permission)}
            onChange={(checked) =>
              onChange(
                checked ? [...chosen, permission] : chosen.filter((each) => each !== permission),
              )
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
