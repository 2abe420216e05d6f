import type { WeightedDomain } from '@steelyard/contract'
import { formatShare } from '@steelyard/contract/format'
import { sharesOf } from '@steelyard/contract/plain'
import { cx } from '../../lib/cx.ts'
import { useGuestLooks } from './palette.ts'

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
  const lookOf = useGuestLooks(domains.map(({ domain }) => domain))
  return (
    <span
      role="img"
      aria-label={`Shares: ${shares.map(([domain, share]) => `${domain} ${formatShare(share)}`).join(', ')}`}
      className={cx('flex gap-px overflow-hidden rounded-xs opacity-80', tall ? 'h-5' : 'h-3')}
    >
      {shares.map(([domain, share]) => (
        <span
          key={domain}
          title={`${domain} ${formatShare(share)}`}
          style={{
            width: `${(100 * share).toFixed(2)}%`,
            backgroundColor: lookOf(domain).color,
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
      style={{ backgroundColor: useGuestLooks(guests)(domain).color }}
    />
  )
}
