import type { LeverValue, VcpuAffinity } from '../plan/weight-plan.ts'
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
  if ('affinity' in found) {
    return 'affinity' in before && 'affinity' in after && arePartsOf(found, [before, after])
  }
  if ('affinity' in before || 'affinity' in after) return false
  const isKnown = (key: 'weight' | 'cap') => found[key] === before[key] || found[key] === after[key]
  return isKnown('weight') && isKnown('cap')
}

/** Putting several vCPUs back takes several commands, so there may be a mixture. */
function arePartsOf({ affinity }: VcpuAffinity, known: VcpuAffinity[]): boolean {
  const vcpus = Math.max(
    ...[affinity, ...known.map((each) => each.affinity)].map((of) => of.length),
  )
  const at = (of: VcpuAffinity['affinity'], vcpu: number) => (of.length === 1 ? of[0] : of[vcpu])
  return Array.from({ length: vcpus }, (_, vcpu) => vcpu).every((vcpu) =>
    known.some((each) => at(each.affinity, vcpu) === at(affinity, vcpu)),
  )
}
