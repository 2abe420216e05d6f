'use client'

import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

/** A choice between a few views; the arrow keys move between them. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  /** An icon stands in place of the label, which then is its name. */
  options: readonly { value: Value; label: string; icon?: LucideIcon }[]
  /** Null while it is not known. */
  value: Value | null
  onChange: (value: Value) => void
}) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="inline-flex rounded-lg border border-line-strong p-0.5"
    >
      {options.map(({ icon: Icon, ...option }) => (
        <label
          key={option.value}
          title={Icon && option.label}
          className="relative grid min-h-7 place-items-center rounded-md px-2.5 text-sm font-medium text-ink-soft hover:text-ink has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            aria-label={Icon && option.label}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-md outline-none"
          />
          {Icon ? <Icon className="size-4" aria-hidden /> : option.label}
        </label>
      ))}
    </div>
  )
}
