'use client'

import type { LabVariant } from '@steelyard/contract'
import { useState } from 'react'
import { CdfChart } from '../charts/cdf-chart.tsx'
import { variantStyles } from './variant-style.ts'
import { VariantToggles } from './variant-toggles.tsx'

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
