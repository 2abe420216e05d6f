import type { RecordedChange } from '../apply/application.ts'
import type { HostCommand, WeightScheduler } from '../host-command.ts'
import type { DomainState } from '../host-inventory.ts'
import { readPlacement, readWeight } from '../read-host.ts'
import type { RemoteShell } from '../remote-shell.ts'
import { affinityOf, affinityWords, pinCommands } from './affinity.ts'
import { setCommand, valuesOf } from './set-command.ts'
import type { Lever, LeverValue, WeightAndCap } from './weight-plan.ts'

export function leverOf({ kind }: Pick<RecordedChange, 'kind'>): Lever {
  return kind ?? 'weight'
}

/** What a domain has now of what the change is about; null where that cannot be read. */
export function valueNow({ kind }: RecordedChange, domain: DomainState): LeverValue | null {
  if (kind !== 'affinity') return valuesOf(domain)
  const affinity = affinityOf(domain)
  return affinity.length === 0 ? null : { affinity }
}

/** Asks the host about this one thing of this one domain: less than reading all of it. */
export async function readValue(
  shell: RemoteShell,
  lever: Lever,
  domainId: number,
  scheduler: string,
): Promise<LeverValue> {
  if (lever === 'affinity') {
    return { affinity: affinityOf({ vcpuPlacement: await readPlacement(shell, domainId) }) }
  }
  return readWeight(shell, scheduler as WeightScheduler, domainId)
}

/**
 * The commands that lead a domain from what it has to other values.
 * @param scheduler of its cpupool; one that has weights where the change is about them
 */
export function commandsTo(
  from: LeverValue,
  to: LeverValue,
  domainId: number,
  scheduler: string,
): HostCommand[] {
  if ('affinity' in to) return pinCommands(domainId, to)
  return [setCommand(scheduler as WeightScheduler, domainId, from as WeightAndCap, to)]
}

export function sameValue(a: LeverValue, b: LeverValue): boolean {
  if ('affinity' in a) return 'affinity' in b && String(a.affinity) === String(b.affinity)
  return 'weight' in b && a.weight === b.weight && a.cap === b.cap
}

export function valueWords(value: LeverValue): string {
  if ('affinity' in value) return `pCPUs ${affinityWords(value.affinity)}`
  return `weight ${value.weight}, cap ${value.cap}`
}
