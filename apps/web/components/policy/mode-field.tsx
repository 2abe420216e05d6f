'use client'

import { useId } from 'react'
import { cx } from '../../lib/cx.ts'

/** Modes to choose from, each with what will happen. */
export function ModeField<Mode extends string>({
  legend,
  modes,
  words,
  mode,
  columns,
  onChange,
}: {
  legend: string
  modes: readonly Mode[]
  words: Record<Mode, { word: string; line: string }>
  mode: Mode
  columns: 3 | 4
  onChange: (mode: Mode) => void
}) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{legend}</legend>
      <div
        className={cx(
          'grid gap-2',
          columns === 4
            ? 'sm:grid-cols-2 xl:grid-cols-[repeat(3,minmax(0,3fr))_minmax(0,5fr)]'
            : 'sm:grid-cols-3',
        )}
      >
        {modes.map((each) => (
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
              <span className="block font-medium">{words[each].word}</span>
              <span className="block text-sm text-ink-soft">{words[each].line}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
