import type { LabDomain } from '@steelyard/contract'
import { formatNumber } from '../../lib/format.ts'

/** How a variant divides the pCPUs: one bar, the domain that is looked at in front. */
export function ShareStack({
  label,
  domains,
  domain,
  whole,
}: {
  label: string
  domains: readonly LabDomain[]
  /** Drawn in the accent colour, first. */
  domain: string
  /** pCPUs that fill the width. */
  whole: number
}) {
  const own = domains.filter(({ name }) => name === domain)
  const others = domains.filter(({ name }) => name !== domain)
  const words = [...own, ...others]
    .map(({ name, cpuShare }) => `${name} ${formatNumber(cpuShare)}`)
    .join(', ')
  return (
    <div
      role="img"
      aria-label={`${label}, pCPUs in use: ${words}`}
      className="flex h-4 gap-px overflow-hidden rounded-sm bg-sunken"
    >
      {[...own, ...others].map(({ name, cpuShare }) => (
        <div
          key={name}
          title={`${name}: ${formatNumber(cpuShare)} pCPU`}
          className={name === domain ? 'bg-accent' : 'bg-line-strong'}
          style={{ width: `${(cpuShare / whole) * 100}%` }}
        />
      ))}
    </div>
  )
}
