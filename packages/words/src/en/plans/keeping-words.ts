import { formatList } from '@steelyard/contract/format'
import type { Keeping } from '../../keeping.ts'

/** Whether the weights and caps of a plan outlast a restart. */
export function keepingWords(keeping: Keeping): string {
  if (keeping.code !== 'kept') return `XAPI does not keep them: ${whyNot(keeping)}`
  const { poolName, strangers } = keeping
  const kept = `XAPI of the pool ${poolName} also stores weights and caps, for a guest’s next start, resume or migration. It is asked directly for what the xe commands say. Where either fails, both are rolled back.`
  if (strangers.length === 0) return kept
  return `${kept} Nothing is stored for ${formatList(strangers)}: unknown to the pool, or not under credit.`
}

function whyNot(keeping: Exclude<Keeping, { code: 'kept' }>): string {
  switch (keeping.code) {
    case 'not-linked':
      return 'no connected pool has these guests.'
    case 'read-only':
      return `the account for the pool ${keeping.poolName} may only read. With the role vm-admin, a new plan keeps them.`
    case 'unanswered':
      return `the pool ${keeping.poolName} could not be asked. ${keeping.said}`
    case 'other-scheduler':
      return `it sets weights under the credit scheduler alone, and ${keeping.scheduler} runs here.`
    case 'follows-load':
      return 'these caps follow the load and soon change again.'
  }
}
