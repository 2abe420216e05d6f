import type { PlacedGuest } from '@steelyard/placement'
import type { KnownPool } from '../pools/placing/placement-of-pool.ts'
import type { HostUse } from '../pools/placing/pool-use.ts'
import type { Foretold } from '../pools/stored-decision.ts'
import { weighsDomain0 } from '../pools/weighs-domain0.ts'
import type { SeenHost } from './look-at-host.ts'
import {
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
  readonly #trusted = new Map<string, boolean>()
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
      if (!(await this.#isTrusted(hostUuid, host))) return byRooms
      const guests = placed.map((guest) => this.#guestOf(guest.id, guest.usePCpus))
      const asTheyAre = await playMember(host, guests, weightsNow(guests), this.#signal)
      const suited = keepsTargets(asTheyAre, guests) ? null : suitedWeights(host, guests)
      const times = suited ? await playMember(host, guests, suited, this.#signal) : asTheyAre
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

  /** Whether the twin of the host as it is now says what was measured. */
  async #isTrusted(hostUuid: string, host: PlayedHost): Promise<boolean> {
    const known = this.#trusted.get(hostUuid)
    if (known !== undefined) return known
    const seen = this.#seen.get(hostUuid)
    const guests = this.#pool.inventory.guests
      .filter((guest) => guest.hostUuid === hostUuid)
      .map(({ uuid }) => this.#guestOf(uuid, this.#useOf(hostUuid)?.guests.get(uuid) ?? 0))
    const isTrusted =
      !seen || seesPresent(await playMember(host, guests, weightsNow(guests), this.#signal), seen)
    this.#trusted.set(hostUuid, isTrusted)
    return isTrusted
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
