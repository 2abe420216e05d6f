'use client'

import { cx } from '../../lib/cx.ts'
import { type SeriesKey, styleOf } from './series-style.ts'
import { SeriesSwatch } from './series-swatch.tsx'

/** The legend; each entry shows or hides its line. */
export function SeriesToggles({
  series,
  hidden,
  onToggle,
}: {
  series: readonly SeriesKey[]
  hidden: ReadonlySet<SeriesKey>
  onToggle: (key: SeriesKey) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-x-1 gap-y-1">
      <legend className="sr-only">Lines shown</legend>
      {series.map((key) => {
        const shown = !hidden.has(key)
        return (
          <button
            key={key}
            type="button"
            aria-pressed={shown}
            onClick={() => onToggle(key)}
            className={cx(
              'inline-flex min-h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-sunken',
              shown ? 'text-ink' : 'text-ink-faint line-through',
            )}
          >
            <SeriesSwatch series={key} />
            {styleOf(key).label}
          </button>
        )
      })}
    </fieldset>
  )
}
