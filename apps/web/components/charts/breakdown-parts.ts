import type { Breakdown } from '@steelyard/contract'

interface BreakdownPart {
  key: keyof Breakdown
  label: string
  /** In the middle of a sentence. */
  inline: string
  color: string
}

/** In the order of eq (1): x_p, D_VMp, D_0p. */
export const breakdownParts: readonly BreakdownPart[] = [
  { key: 'serviceMs', label: 'Service', inline: 'service', color: 'var(--part-service)' },
  { key: 'vmDelayMs', label: 'VM delay', inline: 'VM delay', color: 'var(--part-vm-delay)' },
  {
    key: 'domain0DelayMs',
    label: 'Domain-0 delay',
    inline: 'Domain-0 delay',
    color: 'var(--part-domain0-delay)',
  },
]
