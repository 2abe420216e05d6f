'use client'

import type { LabDomain, LabVariant } from '@steelyard/contract'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { cx } from '../../lib/cx.ts'
import { ChartSpace } from '../charts/chart-space.tsx'
import { LineSwatch } from '../charts/line-swatch.tsx'
import { type LineLook, lookAt } from '../charts/palette.ts'

const CdfChart = dynamic(() => import('../charts/cdf-chart.tsx').then((it) => it.CdfChart), {
  ssr: false,
})

interface Line extends LineLook {
  id: string
  label: string
  cdf: LabDomain['cdf']
}

/** More lines than this are hard to follow; the others are one click away. */
const SHOWN_AT_FIRST = 5

/** Plots the response-time distributions of one domain under the selected variants. */
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
  const lines = linesOf(variants, domain)
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
      <VariantToggles lines={lines} shown={shown} onToggle={toggle} />
      <ChartSpace height={260}>
        <CdfChart
          label={`Share of requests of ${domain} answered within a time, by variant`}
          curves={lines.filter(({ id }) => shown.has(id))}
        />
      </ChartSpace>
    </figure>
  )
}

/** The legend; each entry shows or hides its line. */
function VariantToggles({
  lines,
  shown,
  onToggle,
}: {
  lines: readonly Line[]
  shown: ReadonlySet<string>
  onToggle: (id: string) => void
}) {
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">Lines shown</legend>
      {lines.map(({ id, label, color, dash }) => (
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
          <LineSwatch color={color} dash={dash} />
          {label}
        </button>
      ))}
    </fieldset>
  )
}

/** The first variant, with which the others are compared, has the neutral line. */
function linesOf(variants: readonly LabVariant[], domain: string): Line[] {
  return variants.map(({ id, label, domains }, index) => ({
    id,
    label,
    ...(index === 0 ? { color: 'var(--ink)', dash: '5 3' } : lookAt(index - 1)),
    cdf: domains.find(({ name }) => name === domain)?.cdf ?? [],
  }))
}
