'use client'

import type { LabVariant } from '@steelyard/contract'
import { useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { CdfChart } from '../charts/cdf-chart.tsx'
import { LineSwatch } from '../charts/line-swatch.tsx'

interface VariantStyle {
  color: string
  /** Tells lines apart where colour does not. */
  dash: string | undefined
}

const colors = [
  'var(--series-delay-aware)',
  'var(--series-sandpiper)',
  'var(--series-measured-wait)',
  'var(--series-sdps)',
  'var(--series-twin)',
]
const dashes = [undefined, '9 3', '2 3']

/** More lines at once than this could not be followed; the others are a click away. */
const SHOWN_AT_FIRST = 5

/** The distributions of one domain under the variants that somebody wants to see. */
export function CurvesSection({
  variants,
  domain,
}: {
  variants: readonly LabVariant[]
  domain: string
}) {
  const [shown, setShown] = useState<ReadonlySet<string>>(
    new Set(variants.slice(0, SHOWN_AT_FIRST).map(({ id }) => id)),
  )
  const styles = variantStyles(variants)
  function toggle(id: string) {
    const next = new Set(shown)
    if (!next.delete(id)) next.add(id)
    setShown(next)
  }
  return (
    <figure className="space-y-2">
      <figcaption className="text-sm font-medium">
        Share of requests of {domain} answered within a time
      </figcaption>
      <VariantToggles variants={variants} styles={styles} shown={shown} onToggle={toggle} />
      <CdfChart
        label={`Share of requests of ${domain} answered within a time, by variant`}
        curves={variants
          .filter(({ id }) => shown.has(id))
          .map(({ id, label, domains }) => ({
            id,
            label,
            ...styles.get(id)!,
            cdf: domains.find(({ name }) => name === domain)?.cdf ?? [],
          }))}
      />
    </figure>
  )
}

/** The legend; each entry shows or hides its line. */
function VariantToggles({
  variants,
  styles,
  shown,
  onToggle,
}: {
  variants: readonly LabVariant[]
  styles: ReadonlyMap<string, VariantStyle>
  shown: ReadonlySet<string>
  onToggle: (id: string) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Lines shown</legend>
      {variants.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={shown.has(id)}
          onClick={() => onToggle(id)}
          className={cx(
            'inline-flex min-h-8 items-center gap-2 rounded-md px-2 text-left text-sm hover:bg-sunken',
            shown.has(id) ? 'text-ink' : 'text-ink-faint line-through',
          )}
        >
          <LineSwatch {...styles.get(id)!} />
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** The first, which the others are compared with, is the neutral line; colours come round with other dashes. */
function variantStyles(variants: readonly Pick<LabVariant, 'id'>[]): Map<string, VariantStyle> {
  return new Map(
    variants.map(({ id }, index) => [
      id,
      index === 0
        ? { color: 'var(--ink)', dash: '5 3' }
        : {
            color: colors[(index - 1) % colors.length]!,
            dash: dashes[Math.floor((index - 1) / colors.length) % dashes.length],
          },
    ]),
  )
}
