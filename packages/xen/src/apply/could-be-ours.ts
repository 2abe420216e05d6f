import { FRESH } from '../plan/pools.ts'
import type { LeverValue, Membership, VCpuAffinity } from '../plan/weight-plan.ts'
import { parsePCpuList } from '../xl/p-cpu-list.ts'
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
  if ('pCpus' in found && 'pCpus' in before && 'pCpus' in after) {
    return isBetween(found.pCpus, after.pCpus, before.pCpus)
  }
  if ('cpupool' in found && 'cpupool' in before && 'cpupool' in after) {
    return isOnItsWay(found, before, after)
  }
  // The real-time cpupool is Steelyard's, with all that is in it.
  return 'pool' in found || 'reservation' in found
}

/** Putting several vCPUs back takes several commands, so there may be a mixture. */
function arePartsOf({ affinity }: VCpuAffinity, known: VCpuAffinity[]): boolean {
  const lists = [affinity, ...known.map((each) => each.affinity)]
  const vCpus = Math.max(...lists.map(({ length }) => length))
  const at = (of: VCpuAffinity['affinity'], vCpu: number) => (of.length === 1 ? of[0] : of[vCpu])
  return Array.from({ length: vCpus }, (_, vCpu) => vCpu).every((vCpu) =>
    known.some((each) => at(each.affinity, vCpu) === at(affinity, vCpu)),
  )
}

/** pCPUs come and go one by one. */
function isBetween(found: string, least: string, most: string): boolean {
  const [now, must, may] = [found, least, most].map((list) => parsePCpuList(list) ?? [])
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
