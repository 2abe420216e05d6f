'use client'

import type { GroupRule } from '@steelyard/contract'
import { Plus, X } from 'lucide-react'
import { GrantsField } from '../people/grants-field.tsx'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** Which roles the members of each group have. */
export function GroupRules({
  rules,
  onChange,
}: {
  rules: readonly GroupRule[]
  onChange: (rules: GroupRule[]) => void
}) {
  const change = (index: number, part: Partial<GroupRule>) =>
    onChange(rules.map((rule, i) => (i === index ? { ...rule, ...part } : rule)))
  return (
    <fieldset className="space-y-3">
      <legend className="mb-2 text-sm font-medium">Groups and their roles</legend>
      {rules.map((rule, index) => (
        <div key={index} className="space-y-3 rounded-lg border border-line p-3">
          <div className="flex items-start gap-2">
            <Field
              label={`Group ${index + 1}`}
              className="flex-1"
              hint="As the provider writes it in the token."
            >
              <Input
                required
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                value={rule.group}
                onChange={(event) => change(index, { group: event.target.value })}
              />
            </Field>
            <Button
              look="quiet"
              className="mt-7"
              aria-label={`Remove group ${index + 1}`}
              onClick={() => onChange(rules.filter((_, i) => i !== index))}
            >
              <X aria-hidden />
            </Button>
          </div>
          <GrantsField
            legend={rule.group ? `Roles of ${rule.group}` : `Roles of group ${index + 1}`}
            grants={rule.grants}
            onChange={(grants) => change(index, { grants })}
          />
        </div>
      ))}
      <Button
        size="small"
        disabled={rules.length >= 100}
        onClick={() => onChange([...rules, { group: '', grants: [{ role: 'viewer', tag: null }] }])}
      >
        <Plus aria-hidden /> {rules.length === 0 ? 'Give a group a role' : 'Another group'}
      </Button>
    </fieldset>
  )
}
