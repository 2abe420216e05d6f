import type { LabDomain, LabVariant } from '@steelyard/contract'
import { formatItems, formatNumber } from '@steelyard/contract/format'

/** Shows how each variant divides the CPU, and how fair that is by the weights of the first. */
export function SharesSection({
  variants,
  domain,
}: {
  variants: readonly LabVariant[]
  domain: string
}) {
  const totals = variants.map(({ domains }) =>
    domains.reduce((sum, { cpuShare }) => sum + cpuShare, 0),
  )
  const whole = Math.ceil(Math.max(...totals) - 0.001)
  const alike = divideAlike(variants, whole)
  const drawn = alike ? variants.slice(0, 1) : variants
  return (
    <figure className="space-y-3">
      <figcaption className="text-sm">
        <span className="font-medium">CPU share of each guest, {domain} in front</span>
        <span className="block text-ink-faint">
          Of {whole === 1 ? 'one pCPU' : `${whole} pCPUs`}. Fairness is Jain’s index over what each
          guest got, relative to its due by its weight in the first variant. 1 is fair.
          {variants.some(({ bandwidth }) => bandwidth !== null)
            ? ` Measured while ${domain} receives a steady stream, because occasional requests would not test the shares.`
            : ''}
        </span>
      </figcaption>
      <ul className="grid grid-cols-[minmax(5rem,auto)_minmax(6rem,1fr)_auto] items-center gap-x-3 gap-y-1.5 text-sm">
        {drawn.map(({ id, label, domains, fairness }) => (
          <li key={id} className="col-span-3 grid grid-cols-subgrid items-center">
            <span className="max-w-44 min-w-0 [overflow-wrap:anywhere]">
              {alike ? 'Every variant alike' : label}
            </span>
            <ShareStack label={label} domains={domains} domain={domain} whole={whole} />
            <span className="text-ink-soft tabular">fairness {formatNumber(fairness)}</span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

/** Parts of the width below this cannot be told apart in a bar. */
const VISIBLE = 0.01

/** Whether all bars would look the same, as they do where the CPU suffices for everybody. */
function divideAlike(variants: readonly LabVariant[], whole: number): boolean {
  const [first, ...others] = variants
  return (
    first !== undefined &&
    others.length > 0 &&
    others.every(
      ({ domains, fairness }) =>
        formatNumber(fairness) === formatNumber(first.fairness) &&
        domains.every(({ name, cpuShare }) => {
          const before = first.domains.find((each) => each.name === name)?.cpuShare ?? 0
          return Math.abs(cpuShare - before) < VISIBLE * whole
        }),
    )
  )
}

/** Draws how a variant divides the pCPUs: one bar, with the selected domain first. */
function ShareStack({
  label,
  domains,
  domain,
  whole,
}: {
  label: string
  domains: readonly LabDomain[]
  /** The selected domain, drawn first and in the accent colour. */
  domain: string
  /** The number of pCPUs that fills the width. */
  whole: number
}) {
  const own = domains.filter(({ name }) => name === domain)
  const others = domains.filter(({ name }) => name !== domain)
  const words = formatItems(
    [...own, ...others].map(({ name, cpuShare }) => `${name} ${formatNumber(cpuShare)}`),
  )
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
