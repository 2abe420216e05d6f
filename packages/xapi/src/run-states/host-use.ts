import type { RrdUpdates } from '@steelyard/traces'
import type { HostUseSample } from './run-state-sample.ts'

/** xcp-rrdd keeps nothing above 1.05. */
const MOST_OF_A_P_CPU = 1.1

/**
 * What the pCPUs of a host did, Domain-0 and the hypervisor included. A sample that was lost came as
 * zeros, and a host without any free memory is none.
 *
 * @param after rows that ended at this Unix time or before are left out
 */
export function hostUse(
  { legend, rows, stepSeconds }: Pick<RrdUpdates, 'legend' | 'rows' | 'stepSeconds'>,
  after: number,
): HostUseSample[] {
  const columnsOf = (name: RegExp) =>
    legend.flatMap((entry, column) =>
      entry?.kind === 'host' && entry.consolidation === 'AVERAGE' && name.test(entry.name)
        ? [column]
        : [],
    )
  const pCpus = columnsOf(/^cpu\d{1,4}$/)
  const [free] = columnsOf(/^memory_free_kib$/)
  return rows
    .filter(({ endsAt }) => endsAt > after)
    .map(({ endsAt, values }) => {
      const shares = pCpus.map((column) => values[column] ?? Number.NaN)
      const isKnown =
        shares.length > 0 &&
        shares.every((share) => share >= 0 && share <= MOST_OF_A_P_CPU) &&
        (free === undefined || values[free] !== 0)
      const usedPCpus = isKnown ? shares.reduce((sum, share) => sum + share, 0) : null
      return { endsAt, seconds: stepSeconds, usedPCpus }
    })
}
