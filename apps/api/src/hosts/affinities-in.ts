import { affinityOf, type HostInventory } from '@steelyard/xen'

/** Looks up in a reading which pCPUs a domain's vCPUs may run on; null where it does not say. */
export function affinitiesIn(
  inventory: HostInventory | null,
): (uuid: string | null) => string[] | null {
  const affinities = new Map(
    inventory?.domains.map((domain) => [domain.uuid, affinityOf(domain)] as const),
  )
  return (uuid) => {
    const affinity = uuid === null ? undefined : affinities.get(uuid)
    return affinity === undefined || affinity.length === 0 ? null : affinity
  }
}
