import type { PlacedGuest } from '@steelyard/placement'
import type { KnownPool } from '../pools/placing/placement-of-pool.ts'
import type { HostUse } from '../pools/placing/pool-use.ts'
import type { Foretold } from '../pools/stored-decision.ts'
import { weighsDomain0 } from '../pools/weighs-domain0.ts'
import type { SeenHost } from './look-at-host.ts'
import {
  correctedTimes,
  keepsTargets,
  type PlayedGuest,
  type PlayedHost,
  playMember,
  seesPresent,
  suitedWeights,
  weightsNow,
  XEN_DEFAULT_WEIGHT,
} from './twin-of-member.ts'

/** Whoever waits for a decision waits no longer for the twin; what it has not seen it does not judge. */
const MOST_MS = 60_000

/**
 * The twin as judge of moves, on both hosts. It abstains where it does not see the present as it is,
 * and then the rooms alone decide: a model that cannot see a question has no veto.
 */
export class Forecaster {
  readonly #pool: KnownPool
  readonly #seen: ReadonlyMap<string, SeenHost>
  readonly #signal: AbortSignal
  /** What the twin says of hosts as they are; null where that is not what was measured. */
  readonly #present = new Map<string, ReadonlyMap<string, number> | null>()
  readonly #told = new Map<string, { keeps: boolean; foretold: Foretold }>()

  constructor(pool: KnownPool, seen: ReadonlyMap<string, SeenHost>, signal: AbortSignal) {
    this.#pool = pool
    this.#seen = seen
    this.#signal = AbortSignal.any([signal, AbortSignal.timeout(MOST_MS)])
  }

  /** For `findMoves`. */
  readonly judge = async (hostUuid: string, guests: readonly PlacedGuest[]): Promise<boolean> =>
    (await this.#tell(hostUuid, guests)).keeps

  async foretell(hostUuid: string, guests: readonly PlacedGuest[]): Promise<Foretold> {
    return (await this.#tell(hostUuid, guests)).foretold
  }

  async #tell(hostUuid: string, guests: readonly PlacedGuest[]) {
    const key = [hostUuid, ...guests.map(({ id }) => id).sort()].join(' ')
    const known = this.#told.get(key) ?? (await this.#ask(hostUuid, guests))
    this.#told.set(key, known)
    return known
  }

  async #ask(hostUuid: string, placed: readonly PlacedGuest[]) {
    const byRooms = { keeps: true, foretold: { hostUuid, by: 'rooms' as const, guests: [] } }
    const host = this.#hostOf(hostUuid)
    if (!host) return byRooms
    try {
      const present = await this.#presentOf(hostUuid, host)
      if (!present) return byRooms
      const guests = placed.map((guest) => this.#guestOf(guest.id, guest.usePCpus))
      const seenHost = this.#seen.get(hostUuid)
      const play = async (weights: Readonly<Record<string, number>>) => {
        const played = await playMember(host, guests, weights, this.#signal)
        return seenHost ? correctedTimes(played, present, seenHost) : played
      }
      const asTheyAre = await play(weightsNow(guests))
      const suited = keepsTargets(asTheyAre, guests) ? null : suitedWeights(host, guests)
      const times = suited ? await play(suited) : asTheyAre
      return {
        keeps: keepsTargets(times, guests),
        foretold: {
          hostUuid,
          by: 'twin' as const,
          guests: guests.flatMap(({ uuid, seen }) => {
            const thenSeconds = times.get(uuid)
            const targetSeconds = seen?.demand.targetSeconds
            return thenSeconds === undefined || targetSeconds == null
              ? []
              : [
                  {
                    uuid,
                    statistic: seen!.statistic,
                    targetSeconds,
                    nowSeconds: seen!.valueSeconds,
                    thenSeconds,
                  },
                ]
          }),
        },
      }
    } catch (error) {
      if (this.#signal.aborted) return byRooms
      throw error
    }
  }

  /** What the twin says of the host as it is; null where that is not what was measured. */
  async #presentOf(
    hostUuid: string,
    host: PlayedHost,
  ): Promise<ReadonlyMap<string, number> | null> {
    const known = this.#present.get(hostUuid)
    if (known !== undefined) return known
    const seen = this.#seen.get(hostUuid)
    const guests = this.#pool.inventory.guests
      .filter((guest) => guest.hostUuid === hostUuid)
      .map(({ uuid }) => this.#guestOf(uuid, this.#useOf(hostUuid)?.guests.get(uuid) ?? 0))
    const times = seen
      ? await playMember(host, guests, weightsNow(guests), this.#signal)
      : new Map<string, number>()
    const present = !seen || seesPresent(times, seen) ? times : null
    this.#present.set(hostUuid, present)
    return present
  }

  #useOf(hostUuid: string): HostUse | undefined {
    return this.#pool.use.get(hostUuid)
  }

  #hostOf(hostUuid: string): PlayedHost | null {
    const member = this.#pool.inventory.hosts.find(({ uuid }) => uuid === hostUuid)
    const host = this.#seen.get(hostUuid)?.host
    const pCpus = host?.pCpus ?? member?.pCpus
    if (pCpus == null) return null
    return {
      pCpus,
      // XAPI does not say which scheduler runs; XCP-ng and XenServer ship with Credit.
      scheduler: host?.scheduler ?? 'credit',
      domain0Weight: host?.domain0Weight ?? XEN_DEFAULT_WEIGHT,
      weighsDomain0: member !== undefined && weighsDomain0(member),
      restPCpus: this.#useOf(hostUuid)?.restPCpus ?? 0,
    }
  }

  #guestOf(uuid: string, usePCpus: number): PlayedGuest {
    const known = this.#pool.inventory.guests.find((guest) => guest.uuid === uuid)
    const seen = [...this.#seen.values()].flatMap(({ guests }) => guests.get(uuid) ?? [])[0] ?? null
    return {
      uuid,
      vCpus: known?.vCpus ?? 1,
      weight: seen?.demand.weight ?? known?.weight ?? XEN_DEFAULT_WEIGHT,
      usePCpus: seen?.usePCpus ?? usePCpus,
      seen,
    }
  }
}
