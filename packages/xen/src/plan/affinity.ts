import type { HostCommand } from '../host-command.ts'
import type { Affinity, DomainState } from '../host-inventory.ts'
import type { VCpuAffinity } from './weight-plan.ts'

/** Of vCPU 0, 1, ...; a single one where all have the same. */
export function affinityOf({ vCpuPlacement }: Pick<DomainState, 'vCpuPlacement'>): Affinity[] {
  const all = vCpuPlacement
    .toSorted((a, b) => a.vCpu - b.vCpu)
    .map(({ hardAffinity }) => hardAffinity)
  return new Set(all).size === 1 ? all.slice(0, 1) : all
}

/** "0-1", or each vCPU's own where they differ. */
export function affinityWords(affinity: readonly Affinity[]): string {
  if (affinity.length === 1) return affinity[0]!
  return affinity.map((of, vCpu) => `${of} (vCPU ${vCpu})`).join(', ')
}

/** One command where all vCPUs are to have the same, else one for each. */
export function pinCommands(domainId: number, { affinity }: VCpuAffinity): HostCommand[] {
  if (affinity.length === 1) {
    return [{ verb: 'vcpu-pin', domainId, vCpu: 'all', affinity: affinity[0]! }]
  }
  return affinity.map((of, vCpu) => ({ verb: 'vcpu-pin', domainId, vCpu, affinity: of }))
}
