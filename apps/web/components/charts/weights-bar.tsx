import { DOMAIN_0, sharesOf, type WeightedDomain } from '@steelyard/contract'
import { formatShare } from '@steelyard/contract/format'
import { cx } from '../../lib/cx.ts'

/** The colour of a share: grey for Domain-0, for the guests tints in the order of the host. */
export function shareColor(domain: string, guests: readonly string[]): string {
  const place = guests.indexOf(domain)
  if (domain === DOMAIN_0 || place < 0) return 'var(--share-domain-0)'
  const part = guests.length > 1 ? place / (guests.length - 1) : 0
  return `color-mix(in oklab, var(--share-last) ${Math.round(100 * part)}%, var(--share-first))`
}

/** How the weights of all domains divide the CPU while all of them want to run. */
export function WeightsBar({
  domains,
  tall = false,
}: {
  /** Domain-0 among them. */
  domains: readonly WeightedDomain[]
  tall?: boolean
}) {
  const shares = [...sharesOf(domains)]
  const guests = domains.map(({ domain }) => domain).filter((domain) => domain !== DOMAIN_0)
  return (
    <span
      role="img"
      aria-label={`Shares: ${shares.map(([domain, share]) => `${domain} ${formatShare(share)}`).join(', ')}`}
      className={cx('flex gap-px overflow-hidden rounded-xs', tall ? 'h-5' : 'h-3')}
    >
      {shares.map(([domain, share]) => (
        <span
          key={domain}
          title={`${domain} ${formatShare(share)}`}
          style={{
            width: `${(100 * share).toFixed(2)}%`,
            backgroundColor: shareColor(domain, guests),
          }}
        />
      ))}
    </span>
  )
}

/** The colour of a share beside its name. */
export function ShareSwatch({ domain, guests }: { domain: string; guests: readonly string[] }) {
  return (
    <span
      aria-hidden
      className="inline-block size-2.5 shrink-0 rounded-xs"
      style={{ backgroundColor: shareColor(domain, guests) }}
    />
  )
}
