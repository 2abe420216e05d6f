'use client'

import { ToggleGroup } from 'radix-ui'

/** A choice between a few views; the arrow keys move between them. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // An empty value means that the current view was chosen again, so it is ignored.
      onValueChange={(next) => next && onChange(next as Value)}
      className="inline-flex rounded-lg border border-line-strong p-0.5"
    >
      {options.map((option) => (
        <ToggleGroup.Item
          key={option.value}
          value={option.value}
          className="min-h-7 rounded-md px-2.5 text-sm font-medium text-ink-soft hover:text-ink data-[state=on]:bg-accent-soft data-[state=on]:text-accent"
        >
          {option.label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  )
}
