import type { Plan, PlanChange } from '@steelyard/contract'
import { formatCap } from '@steelyard/contract/format'

/** What a plan changes, one plain line for each cpupool and each domain. */
export function changeLines({ changes, cpupools }: Pick<Plan, 'changes' | 'cpupools'>): string[] {
  const pools = cpupools.map(
    ({ cpupool, pCpusBefore, pCpusAfter }) =>
      `${cpupool}: pCPUs ${pCpusBefore ?? 'none'} to ${pCpusAfter ?? 'none'}`,
  )
  const domains = changes
    .filter(({ changed }) => changed)
    .map((change) => `${change.domain}: ${valuesOf(change).join(', ')}`)
  return [...pools, ...domains]
}

function valuesOf(change: PlanChange): string[] {
  const values: [string, string | number | null, string | number | null][] = [
    ['cpupool', change.cpupoolBefore, change.cpupoolAfter],
    ['weight', change.weightBefore, change.weightAfter],
    ['cap', cap(change.capBefore), cap(change.capAfter)],
    ['pCPUs', change.affinityBefore, change.affinityAfter],
  ]
  return values
    .filter(([, before, after]) => after !== null && before !== after)
    .map(([what, before, after]) => `${what} ${before === null ? '' : `${before} `}to ${after}`)
}

const cap = (percent: number | null) => (percent === null ? null : formatCap(percent))
