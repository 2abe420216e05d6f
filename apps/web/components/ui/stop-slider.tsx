'use client'

import { type ReactNode, useId } from 'react'
import { cx } from '../../lib/cx.ts'

/**
 * The platform's own slider over given stops, so that every key works and every position is a
 * sensible value. The label shows the value and its previous value in words.
 */
export function StopSlider({
  label,
  hidesLabel = false,
  stops,
  value,
  write,
  now,
  hint,
  onChange,
}: {
  label: ReactNode
  /** Whether a field beside it shows the value. */
  hidesLabel?: boolean
  stops: readonly number[]
  value: number
  /** Formats the value for display and for screen readers. */
  write: (value: number) => string
  /**
   * The current setting: marked on the slider, and named once the slider has moved away from it.
   */
  now: number
  hint?: ReactNode
  onChange: (value: number) => void
}) {
  const id = useId()
  const at = Math.max(0, stops.indexOf(value))
  const changed = value !== now
  return (
    <div className="min-w-0">
      <div
        className={
          hidesLabel
            ? 'sr-only'
            : 'flex flex-wrap items-baseline justify-between gap-x-3 pb-1 text-sm'
        }
      >
        <label htmlFor={id} className="text-ink-soft">
          {label}
        </label>
        <span className={cx('tabular', changed ? 'font-semibold text-accent' : 'font-medium')}>
          {changed ? (
            <span className="mr-1.5 font-normal text-ink-faint">
              <span className="sr-only">now </span>
              {write(now)} →
            </span>
          ) : null}
          {write(value)}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={0}
        max={stops.length - 1}
        step={1}
        value={at}
        list={`${id}-now`}
        aria-valuetext={write(value)}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(stops[Number(event.target.value)] ?? value)}
        className="block h-7 w-full cursor-pointer rounded accent-accent focus-visible:outline-offset-0"
      />
      <datalist id={`${id}-now`}>
        <option value={stops.indexOf(now)} />
      </datalist>
      {hint ? (
        <p id={`${id}-hint`} className="-mt-1 text-xs text-ink-faint">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
