import { FRESH } from '../plan/pools.ts'
import type { LeverValue, Membership, VcpuAffinity } from '../plan/weight-plan.ts'
import { parsePcpuList } from '../xl/pcpu-list.ts'
import type { RecordedChange } from './application.ts'

/**
 * Whether what stands on the host can stem from this application: each part of it is what was
 * there before (the command did not take) or what was written. Any other value is somebody else's,
 * set in the meantime, and theirs to decide about.
 */
export function couldBeOurs(
  found: LeverValue,
  { before, after }: Pick<RecordedChange, 'before' | 'after'>,
): boolean {
  if ('affinity' in found && 'affinity' in before && 'affinity' in after) {
    return arePartsOf(found, [before, after])
  }
  if ('weight' in found && 'weight' in before && 'weight' in after) {
    const isKnown = (key: 'weight' | 'cap') => [before[key], after[key]].includes(found[key])
    return isKnown('weight') && isKnown('cap')
  }
  if ('pcpus' in found && 'pcpus' in before && 'pcpus' in after) {
    return isBetween(found.pcpus, after.pcpus, before.pcpus)
  }
  if ('cpupool' in found && 'cpupool' in before && 'cpupool' in after) {
    return isOnItsWay(found, before, after)
  }
  // The real-time cpupool is Steelyard's, with all that is in it.
  return 'pool' in found || 'reservation' in found
}

/** Putting several vCPUs back takes several commands, so there may be a mixture. */
function arePartsOf({ affinity }: VcpuAffinity, known: VcpuAffinity[]): boolean {
  const lists = [affinity, ...known.map((each) => each.affinity)]
  const vcpus = Math.max(...lists.map(({ length }) => length))
  const at = (of: VcpuAffinity['affinity'], vcpu: number) => (of.length === 1 ? of[0] : of[vcpu])
  return Array.from({ length: vcpus }, (_, vcpu) => vcpu).every((vcpu) =>
    known.some((each) => at(each.affinity, vcpu) === at(affinity, vcpu)),
  )
}

/** pCPUs come and go one by one. */
function isBetween(found: string, least: string, most: string): boolean {
  const [now, must, may] = [found, least, most].map((list) => parsePcpuList(list) ?? [])
  return must!.every((each) => now!.includes(each)) && now!.every((each) => may!.includes(each))
}

/** Back in its cpupool it has the defaults until its own values are set again. */
function isOnItsWay(found: Membership, before: Membership, after: Membership): boolean {
  if (found.cpupool !== before.cpupool || !found.kept || !before.kept) {
    return [before.cpupool, after.cpupool].includes(found.cpupool)
  }
  const { kept } = before
  const now = found.kept
  return (
    [kept.weight, FRESH.weight].includes(now.weight) &&
    [kept.cap, FRESH.cap].includes(now.cap) &&
    arePartsOf(now, [kept, FRESH])
  )
}
