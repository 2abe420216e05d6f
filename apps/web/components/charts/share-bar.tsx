import { formatShare } from '@steelyard/contract/format'
import { useGuestLooks } from './palette.ts'

/** A domain's share of the CPU as a bar in its own colour; a notch marks the previous share. */
export function ShareBar({
  domain,
  guests,
  share,
  before = null,
}: {
  domain: string
  guests: readonly string[]
  share: number
  before?: number | null
}) {
  const change = before === null ? '' : `, before ${formatShare(before)}`
  return (
    <div
      role="img"
      aria-label={`${domain}: share ${formatShare(share)}${change}`}
      className="relative h-3 rounded-sm bg-sunken"
    >
      <div
        className="h-full rounded-sm opacity-80"
        style={{ width: percentOf(share), backgroundColor: useGuestLooks(guests)(domain).color }}
      />
      {before === null ? null : (
        <div
          className="absolute -inset-y-1 w-0.5 -translate-x-1/2 bg-ink outline-2 outline-surface"
          style={{ left: percentOf(before) }}
        />
      )}
    </div>
  )
}

function percentOf(share: number): string {
  return `${Math.min(100, Math.max(0, share * 100))}%`
}
