import type { FleetDomain } from '@steelyard/contract'
import { formatMs, formatTargetMs } from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'
import { Name } from '../ui/name.tsx'

const HEIGHT_PX = 24
/** A bar ends here, so that a target missed by far does not flatten all others. */
const MOST = 1.6
const TARGET_PX = HEIGHT_PX / MOST

/** How far the time stands from its target; null when one of them is missing. */
export function ratioOf({ observedMs, targetMs }: FleetDomain): number | null {
  return observedMs !== null && targetMs ? observedMs / targetMs : null
}

/** The domain closest to its target or furthest above it; null without targets. */
export function worstOf(domains: readonly FleetDomain[]): FleetDomain | null {
  const rated = domains.filter((domain) => ratioOf(domain) !== null)
  if (rated.length === 0) return null
  return rated.reduce((worst, each) => (ratioOf(each)! > ratioOf(worst)! ? each : worst))
}

/** A bar for each domain, the line being its target, and the worst domain in words. */
export function DomainBars({ domains }: { domains: readonly FleetDomain[] }) {
  const worst = worstOf(domains)
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <div
        aria-hidden
        className="relative flex shrink-0 items-end gap-[3px]"
        style={{ height: HEIGHT_PX }}
      >
        {domains.map((domain) => (
          <Bar key={domain.domain} domain={domain} />
        ))}
        {worst ? (
          <span
            className="absolute inset-x-0 border-t border-dashed border-line-strong"
            style={{ bottom: TARGET_PX }}
          />
        ) : null}
      </div>
      <ul className="sr-only">
        {domains.map((domain) => (
          <li key={domain.domain}>{inWords(domain)}</li>
        ))}
      </ul>
      {worst ? (
        <span aria-hidden className="flex min-w-0 gap-x-1.5 text-ink-soft tabular max-lg:flex-wrap">
          <Name className="min-w-20">{worst.domain}</Name>
          <span className="shrink-0 whitespace-nowrap">
            {formatMs(worst.observedMs)}
            <span className="text-ink-faint"> of {formatTargetMs(worst.targetMs)}</span>
          </span>
        </span>
      ) : domains.length > 0 ? (
        <span className="truncate text-ink-faint">no targets</span>
      ) : null}
    </div>
  )
}

function Bar({ domain }: { domain: FleetDomain }) {
  const ratio = ratioOf(domain)
  return (
    <span
      title={inWords(domain)}
      className={cx(
        'block w-2 rounded-t-xs',
        ratio === null ? 'bg-line' : domain.meetsTarget === false ? 'bg-danger' : 'bg-accent',
      )}
      style={{ height: Math.max(2, TARGET_PX * Math.min(ratio ?? 0.15, MOST)) }}
    />
  )
}

function inWords(domain: FleetDomain): string {
  const { domain: name, observedMs, targetMs, meetsTarget } = domain
  if (observedMs === null) return `${name}: not measured`
  const time = `${name}: ${formatMs(observedMs)}`
  if (!targetMs) return `${time}, no target`
  return `${time} of ${formatTargetMs(targetMs)}${meetsTarget === false ? ', missed' : ''}`
}
