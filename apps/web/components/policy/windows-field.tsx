'use client'

import type { ChangeWindow } from '@steelyard/contract'
import { Plus, X } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { MomentInput } from '../ui/moment-input.tsx'
import type { Faults } from './policy-draft.ts'
import { days } from './policy-words.ts'

const everyNight: ChangeWindow = { days: days.map(({ day }) => day), from: '22:00', to: '06:00' }

/** When changes may be made; none means at any time. */
export function WindowsField({
  windows,
  faults,
  onChange,
}: {
  windows: readonly ChangeWindow[]
  faults: Faults
  onChange: (windows: ChangeWindow[]) => void
}) {
  return (
    <fieldset className="space-y-3">
      <legend className="mb-1 text-sm font-medium">Windows in which changes may be made</legend>
      <p className="text-sm text-ink-faint">
        {windows.length === 0
          ? 'None: changes may be made at any time.'
          : 'A window that ends at or before its beginning ends on the next day.'}
      </p>
      {windows.map((window, index) => (
        <WindowRow
          key={index}
          number={index + 1}
          window={window}
          faultOf={(part) => faults[`windows.${index}.${part}`]}
          onChange={(part) =>
            onChange(windows.map((each, i) => (i === index ? { ...each, ...part } : each)))
          }
          onRemove={() => onChange(windows.filter((_, i) => i !== index))}
        />
      ))}
      <Button
        size="small"
        disabled={windows.length >= 20}
        onClick={() => onChange([...windows, everyNight])}
      >
        <Plus aria-hidden /> {windows.length === 0 ? 'Only within a window' : 'Another window'}
      </Button>
    </fieldset>
  )
}

function WindowRow({
  number,
  window,
  faultOf,
  onChange,
  onRemove,
}: {
  number: number
  window: ChangeWindow
  faultOf: (part: keyof ChangeWindow) => string | undefined
  onChange: (part: Partial<ChangeWindow>) => void
  onRemove: () => void
}) {
  return (
    <div className="space-y-3 rounded-lg border border-line p-3">
      <div className="flex items-start justify-between gap-2">
        <DaysField
          number={number}
          on={window.days}
          error={faultOf('days')}
          onChange={(on) => onChange({ days: on })}
        />
        <Button look="quiet" size="small" aria-label={`Remove window ${number}`} onClick={onRemove}>
          <X aria-hidden />
        </Button>
      </div>
      <div className="flex flex-wrap gap-3">
        {(['from', 'to'] as const).map((edge) => (
          <Field
            key={edge}
            label={edge === 'from' ? 'From' : 'To'}
            error={faultOf(edge)}
            className="w-32"
          >
            <MomentInput
              type="time"
              value={window[edge]}
              onChange={(event) => onChange({ [edge]: event.target.value })}
            />
          </Field>
        ))}
      </div>
    </div>
  )
}

function DaysField({
  number,
  on,
  error,
  onChange,
}: {
  number: number
  on: readonly number[]
  error: string | undefined
  onChange: (on: number[]) => void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">Days on which window {number} begins</legend>
      <div className="flex flex-wrap gap-1">
        {days.map(({ day, name }) => (
          <label
            key={day}
            className="relative grid min-h-8 min-w-10 cursor-pointer place-items-center rounded-md border border-line px-1.5 text-sm text-ink-soft has-checked:border-accent has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              checked={on.includes(day)}
              onChange={({ target: { checked } }) =>
                onChange(
                  checked
                    ? [...on, day].toSorted((a, b) => a - b)
                    : on.filter((each) => each !== day),
                )
              }
              className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
            />
            {name}
          </label>
        ))}
      </div>
      {error ? (
        <p role="alert" className="mt-1.5 text-sm font-medium text-danger">
          choose a day
        </p>
      ) : null}
    </fieldset>
  )
}
