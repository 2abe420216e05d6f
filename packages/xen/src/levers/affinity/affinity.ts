import { type HostCommand, renderCommandLine } from '../../host-command.ts'
import type { Affinity, DomainState } from '../../host-inventory.ts'
import { readPlacement } from '../../read-host.ts'
import type { RemoteShell } from '../../remote-shell.ts'
import { type LeftDrift, type LeftValues, type Lever, plainWords } from '../lever.ts'

/**
 * The pCPUs that the vCPUs of one domain, possibly Domain-0, may run on. Soft affinity stays
 * unchanged.
 */
interface VCpuAffinity {
  /** By vCPU 0, 1, ...; a single entry when all are the same. */
  affinity: Affinity[]
}

/** By vCPU 0, 1, ...; a single entry when all are the same. */
export function affinityOf({ vCpuPlacement }: Pick<DomainState, 'vCpuPlacement'>): Affinity[] {
  const all = vCpuPlacement
    .toSorted((a, b) => a.vCpu - b.vCpu)
    .map(({ hardAffinity }) => hardAffinity)
  return new Set(all).size === 1 ? all.slice(0, 1) : all
}

/** Formats as "0-1", or vCPU by vCPU if they differ. */
export function affinityWords(affinity: readonly Affinity[]): string {
  if (affinity.length === 1) return affinity[0]!
  return affinity.map((of, vCpu) => `${of} (vCPU ${vCpu})`).join(', ')
}

/** One command if all vCPUs get the same affinity, else one for each. */
export function pinCommands(domainId: number, { affinity }: VCpuAffinity): HostCommand[] {
  if (affinity.length === 1) {
    return [{ verb: 'vcpu-pin', domainId, vCpu: 'all', affinity: affinity[0]! }]
  }
  return affinity.map((of, vCpu) => ({ verb: 'vcpu-pin', domainId, vCpu, affinity: of }))
}

/** @throws HostError */
export async function readAffinity(shell: RemoteShell, domainId: number): Promise<VCpuAffinity> {
  return { affinity: affinityOf({ vCpuPlacement: await readPlacement(shell, domainId) }) }
}

/** Restoring several vCPUs takes several commands, so an interruption may leave a mixture. */
export function isMixtureOf({ affinity }: VCpuAffinity, known: VCpuAffinity[]): boolean {
  const lists = [affinity, ...known.map((each) => each.affinity)]
  const vCpus = Math.max(...lists.map(({ length }) => length))
  const at = (of: Affinity[], vCpu: number) => (of.length === 1 ? of[0] : of[vCpu])
  return Array.from({ length: vCpus }, (_, vCpu) => vCpu).every((vCpu) =>
    known.some((each) => at(each.affinity, vCpu) === at(affinity, vCpu)),
  )
}

const value = ({ affinity }: VCpuAffinity) => `pCPUs ${affinityWords(affinity)}`

function drift(left: LeftValues, now: VCpuAffinity | null): LeftDrift[] {
  if (!left.affinity || !now || String(left.affinity) === String(now.affinity)) return []
  const [was, is] = [left.affinity, now.affinity].map(affinityWords)
  return [{ kind: 'affinity', text: `It may run on pCPUs ${is} now; Steelyard left ${was}.` }]
}

/** All pCPUs are the default and need no line. */
function configLines({ affinity = [] }: LeftValues, domainId: number | null): string[] {
  if (domainId === 0) {
    return pinCommands(0, { affinity }).map((command) => renderCommandLine(command, 'root'))
  }
  if (affinity.length > 1) return [`cpus = [${affinity.map((of) => `"${of}"`).join(', ')}]`]
  return affinity.filter((of) => of !== 'all').map((of) => `cpus = "${of}"`)
}

export const affinity: Lever<VCpuAffinity> = {
  about: 'domain',
  isRestored: true,
  now(inventory, uuid) {
    const domain = inventory.domains.find((candidate) => candidate.uuid === uuid)
    const found = domain ? affinityOf(domain) : []
    return found.length === 0 ? null : { affinity: found }
  },
  read: (shell, { domainId }) => readAffinity(shell, domainId),
  commands: (_, to, { domainId }) => pinCommands(domainId, to),
  couldBeOurs: (found, { before, after }) => isMixtureOf(found, [before, after]),
  left: { of: (to) => to, drift, configLines },
  words: { ...plainWords(value), bare: (to) => affinityWords(to.affinity) },
}
