'use client'

import { type FormEvent, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'

export interface AuditFilter {
  action?: string
  targetKind?: string
}

const targetKinds = [
  'host',
  'upload',
  'analysis',
  'run',
  'plan',
  'application',
  'token',
  'user',
  'identity-provider',
  'approval-rule',
  'job',
]

/** These are suggested while typing. The API knows more actions and matches exactly. */
const commonActions = [
  'plan.apply',
  'application.roll-back',
  'plan.create',
  'plan.decide',
  'approval-rule.add',
  'host.connect',
  'host.pin-key',
  'host.set-targets',
  'load-balancer.set',
  'analysis.create',
  'upload.create',
  'token.create',
  'token.revoke',
  'session.create',
  'person.invite',
  'person.update',
  'access.refuse',
  'second-factor.add',
  'second-factor.remove',
]

export function AuditFilters({
  filter,
  onChange,
}: {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}) {
  const listId = useId()
  const [action, setAction] = useState(filter.action ?? '')

  function submit(event: FormEvent) {
    event.preventDefault()
    onChange({ ...filter, action: action.trim() || undefined })
  }

  return (
    <form
      onSubmit={submit}
      className="flex flex-wrap items-end gap-3 border-b border-line px-4 py-4 sm:px-6"
    >
      <Field label="Action" className="w-52">
        <Input
          list={listId}
          placeholder="such as plan.apply"
          maxLength={80}
          value={action}
          onChange={(event) => setAction(event.target.value)}
        />
      </Field>
      <datalist id={listId}>
        {commonActions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Field label="Target" className="w-44">
        <Select
          value={filter.targetKind ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ ...filter, targetKind: value || undefined })
          }
        >
          <option value="">everything</option>
          {targetKinds.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </Select>
      </Field>
      <Button type="submit">Filter</Button>
    </form>
  )
}
