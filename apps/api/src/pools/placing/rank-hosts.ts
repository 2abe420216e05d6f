import { fits, roomOf } from '@steelyard/placement'
import type { PlaceRefusal } from '@steelyard/words'
import type { PoolHost } from '@steelyard/xapi'
import {
  type KnownPool,
  placementOf,
  reaches,
  suits,
  type WantedGuest,
} from './placement-of-pool.ts'

/** How a host suits a guest. */
export interface RankedHost {
  host: PoolHost
  /** pCPUs that stay idle beside the guest, of those that it may use; null where nothing is known. */
  idlePCpus: number | null
  /** From 0 to 1: how much of the host stays idle. 0: it does not suit. */
  score: number
  refusal: PlaceRefusal | null
}

const LEAST_SCORE = 0.02

/** The hosts of a pool that XAPI believes live, for one guest; the most suitable one first. */
export function rankHosts(pool: KnownPool, wanted: WantedGuest): RankedHost[] {
  const problem = placementOf(pool, [wanted])
  const guest = problem.guests.at(-1)!
  return pool.inventory.hosts
    .filter(({ isLive }) => isLive)
    .map((host): RankedHost => {
      const placed = problem.hosts.find(({ id }) => id === host.uuid)!
      const room = roomOf(placed, problem.guests)
      const isKnown = pool.use.has(host.uuid) && host.pCpus !== null
      const idlePCpus = isKnown ? room.idlePCpus - guest.usePCpus : null
      const refusal =
        refusalOf(pool, wanted, host, placed.memoryFreeBytes) ??
        (fits(guest, placed, room, problem)
          ? null
          : {
              code: 'no-room' as const,
              idlePCpus: Math.max(0, room.idlePCpus),
              wanted: guest.usePCpus,
            })
      const score =
        refusal === null ? Math.max(LEAST_SCORE, Math.min(1, idlePCpus! / host.pCpus!)) : 0
      return { host, idlePCpus, score, refusal }
    })
    .sort((one, other) => other.score - one.score)
}

function refusalOf(
  { inventory, use, missing }: KnownPool,
  { storageUuids, cpuFeatures, apartFrom, memoryBytes }: WantedGuest,
  host: PoolHost,
  freeBytes: number,
): PlaceRefusal | null {
  if (!host.isEnabled) return { code: 'maintenance' }
  if (!reaches(storageUuids, host, inventory)) return { code: 'storage' }
  if (!suits(cpuFeatures, host)) return { code: 'cpu-features' }
  const other = inventory.guests.find(
    ({ uuid, hostUuid }) => hostUuid === host.uuid && apartFrom.includes(uuid),
  )
  if (other) return { code: 'apart', guest: other.name }
  if (memoryBytes > freeBytes) return { code: 'memory', freeBytes, wantedBytes: memoryBytes }
  if (host.pCpus === null || !use.has(host.uuid)) return { code: 'load-unknown' }
  if (missing.has(host.uuid)) return { code: 'misses-targets' }
  return null
}
