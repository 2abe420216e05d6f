'use client'

import type { Grant } from '@steelyard/contract'
import { ROLES } from '@steelyard/contract/plain'
import { Plus, X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { Select } from '../ui/select.tsx'
import { roleWords } from './role-words.ts'

/** The roles of a person, each on every host or on the hosts of a tag. */
export function GrantsField({
  legend = 'Roles',
  mayBeNone = false,
  grants,
  onChange,
}: {
  legend?: string
  mayBeNone?: boolean
  grants: readonly Grant[]
  onChange: (grants: Grant[]) => void
}) {
  const change = (index: number, part: Partial<Grant>) =>
    onChange(grants.map((grant, i) => (i === index ? { ...grant, ...part } : grant)))
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      {grants.map((grant, index) => (
        <div key={index} className="flex items-start gap-2">
          <Field
            label={`Role ${index + 1}`}
            hideLabel
            className="flex-1"
            hint={roleWords[grant.role]}
          >
            <Select
              value={grant.role}
              onChange={(event) => {
                const role = ROLES[event.target.selectedIndex]!
                change(index, role === 'administrator' ? { role, tag: null } : { role })
              }}
            >
              {ROLES.map((role) => (
                <option key={role} value={role}>
                  {role}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={`Tag of role ${index + 1}`}
            hideLabel
            className="flex-1"
            hint={grant.tag === null ? 'on every host' : 'on hosts with this tag'}
          >
            <Input
              autoComplete="off"
              spellCheck={false}
              maxLength={40}
              placeholder="a tag, such as web-*"
              disabled={grant.role === 'administrator'}
              value={grant.tag ?? ''}
              onChange={(event) => change(index, { tag: event.target.value || null })}
            />
          </Field>
          <Button
            look="quiet"
            aria-label={`Remove role ${index + 1}`}
            disabled={grants.length === 1 && !mayBeNone}
            onClick={() => onChange(grants.filter((_, i) => i !== index))}
          >
            <X aria-hidden />
          </Button>
        </div>
      ))}
      <Button
        size="small"
        disabled={grants.length >= 20}
        onClick={() => onChange([...grants, { role: 'viewer', tag: null }])}
      >
        <Plus aria-hidden /> {grants.length === 0 ? 'Give a role' : 'Another role'}
      </Button>
    </fieldset>
  )
}
