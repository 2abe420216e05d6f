'use client'

import { PolicyMode } from '@steelyard/contract'
import { useId } from 'react'
import { modeWords } from './policy-words.ts'

/** The four modes, each with what will happen. */
export function ModeField({
  mode,
  onChange,
}: {
  mode: PolicyMode
  onChange: (mode: PolicyMode) => void
}) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">When a target is missed</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {PolicyMode.options.map((each) => (
          <label
            key={each}
            className="flex cursor-pointer items-start gap-3 rounded-lg border border-line p-3 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name={name}
              checked={each === mode}
              onChange={() => onChange(each)}
              className="mt-1 size-4 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block font-medium">{modeWords[each].word}</span>
              <span className="block text-sm text-ink-soft">{modeWords[each].line}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
