'use client'

import { Plus, X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { MomentInput } from '../ui/moment-input.tsx'
import type { Faults, PolicyDraft } from './policy-draft.ts'

type Blackouts = PolicyDraft['blackouts']

/** Times in which nothing is changed, such as a release. */
export function BlackoutsField({
  blackouts,
  faults,
  onChange,
}: {
  blackouts: Blackouts
  faults: Faults
  onChange: (blackouts: Blackouts) => void
}) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 text-sm font-medium">Blackouts</legend>
      <p className="text-sm text-ink-faint">
        {blackouts.length === 0
          ? 'None. Add one for a time in which nothing may change, such as a release.'
          : 'Nothing is changed meanwhile. These times are in your time zone.'}
      </p>
      {blackouts.map((blackout, index) => (
        <BlackoutRow
          key={index}
          number={index + 1}
          blackout={blackout}
          faultOf={(part) => faults[`blackouts.${index}.${part}`]}
          onChange={(part) =>
            onChange(blackouts.map((each, i) => (i === index ? { ...each, ...part } : each)))
          }
          onRemove={() => onChange(blackouts.filter((_, i) => i !== index))}
        />
      ))}
      <Button
        size="small"
        disabled={blackouts.length >= 50}
        onClick={() => onChange([...blackouts, { from: '', to: '', reason: '' }])}
      >
        <Plus aria-hidden /> Add a blackout
      </Button>
    </fieldset>
  )
}

function BlackoutRow({
  number,
  blackout,
  faultOf,
  onChange,
  onRemove,
}: {
  number: number
  blackout: Blackouts[number]
  faultOf: (part: keyof Blackouts[number]) => string | undefined
  onChange: (part: Partial<Blackouts[number]>) => void
  onRemove: () => void
}) {
  return (
    <div className="flex items-start gap-2 rounded-lg border border-line p-3">
      <div className="flex min-w-0 flex-1 flex-wrap gap-3">
        {(['from', 'to'] as const).map((edge) => (
          <Field
            key={edge}
            label={edge === 'from' ? 'From' : 'To'}
            error={faultOf(edge)}
            className="w-56 max-w-full"
          >
            <MomentInput
              type="datetime-local"
              value={blackout[edge]}
              onChange={(event) => onChange({ [edge]: event.target.value })}
            />
          </Field>
        ))}
        <Field label="Reason" error={faultOf('reason')} className="min-w-48 flex-1">
          <Input
            autoComplete="off"
            maxLength={120}
            value={blackout.reason}
            onChange={(event) => onChange({ reason: event.target.value })}
          />
        </Field>
      </div>
      <Button look="quiet" size="small" aria-label={`Remove blackout ${number}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </div>
  )
}
