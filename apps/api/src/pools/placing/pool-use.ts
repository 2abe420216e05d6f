import type { PoolHost, PoolInventory } from '@steelyard/xapi'
import { nowSeconds } from '../../epoch.ts'
import { meanOf } from '../watch/load-of.ts'
import type { LoadOfHost } from '../watch/read-pool-load.ts'
import type { HostLoad } from '../watch/stored-load.ts'

/** What a host and its guests use, as far as a decision may rest on it. */
export interface HostUse {
  /** pCPUs that Domain-0, the hypervisor and guests of which nothing is recorded use. */
  restPCpus: number
  /** pCPUs that each guest uses, by its UUID. */
  guests: Map<string, number>
}

/** Older figures say nothing of now: each host is asked once a minute. */
const OLDEST_SECONDS = 300
/** A guest counts with its hour or its last minutes, whichever used more. */
const LAST_MINUTES = 5

/** By UUID; a host of whose load nothing is known now is not among them. */
export function poolUse(
  { hosts }: PoolInventory,
  load: ReadonlyMap<string, LoadOfHost>,
): Map<string, HostUse> {
  return new Map(
    hosts.flatMap((host) => {
      const known = load.get(host.uuid)
      const use = known && isRecent(known) ? useOf(host, known) : null
      return use ? [[host.uuid, use] as const] : []
    }),
  )
}

function isRecent({ watched, windows }: LoadOfHost): boolean {
  return (
    windows.length > 0 &&
    watched.readAt !== null &&
    nowSeconds() - watched.readAt <= OLDEST_SECONDS &&
    !watched.gaps.some((gap) => !('guestUuid' in gap) && gap.code !== 'another-step')
  )
}

function useOf({ domain0 }: PoolHost, { windows }: LoadOfHost): HostUse | null {
  const loads = windows.map(({ load }) => load)
  const mostOf = (of: (load: HostLoad) => { usedSeconds: number; usedPCpus: number | null }[]) => {
    const mean = (some: readonly HostLoad[]) =>
      meanOf(
        some
          .flatMap(of)
          .flatMap(({ usedSeconds: seconds, usedPCpus: value }) =>
            value === null ? [] : [{ seconds, value }],
          ),
      )
    const all = mean(loads)
    return all === null ? null : Math.max(all, mean(loads.slice(-LAST_MINUTES)) ?? 0)
  }
  const here = loads.at(-1)!.guests.map(({ uuid }) => uuid)
  const uses = here.map((uuid) => ({
    uuid,
    used: mostOf(({ guests }) => guests.filter((guest) => guest.uuid === uuid)),
  }))
  const guests = new Map(
    uses.flatMap(({ uuid, used }) =>
      used === null || uuid === domain0?.uuid ? [] : [[uuid, used] as const],
    ),
  )
  const ofHost = mostOf((load) => [load])
  const ofDomain0 = uses.find(({ uuid }) => uuid === domain0?.uuid)?.used ?? null
  const ofGuests = [...guests.values()].reduce((sum, used) => sum + used, 0)
  if (ofHost !== null) return { restPCpus: Math.max(ofDomain0 ?? 0, ofHost - ofGuests), guests }
  const isComplete = uses.every(({ used }) => used !== null)
  return ofDomain0 !== null && isComplete ? { restPCpus: ofDomain0, guests } : null
}
