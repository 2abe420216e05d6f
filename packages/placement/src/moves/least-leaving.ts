import { solveMilp } from '@steelyard/solver'
import type { PlacedGuest, PlacedHost, PlacementProblem } from '../problem/placement-problem.ts'
import { roomOf } from '../problem/room.ts'
import { buildMoves } from './build-moves.ts'
import type { Refusal } from './refusal.ts'

/** Those who leave hosts, or are placed, at least cost. */
interface Leaving {
  guests: ReadonlySet<PlacedGuest>
  /** No moves cost less, where it is the least. */
  cost: number
  isLeast: boolean
}

/** Where guests are: a host, or null for none. */
type Place = PlacedHost | null

/** For each program. */
const LIMIT_SECONDS = 1

/**
 * Who leaves each hot host at least cost if all hosts that may receive were one with all their room.
 * That is little work even in a large pool, and says two things of all moves: no moves cost less, and
 * these guests are the first to try.
 */
export class LeastLeaving {
  readonly #problem: PlacementProblem
  readonly #anywhere: PlacedHost
  readonly #movable: ReadonlySet<PlacedGuest>
  readonly #signal: AbortSignal | undefined
  /** Of places by themselves, by how often each was refused. */
  readonly #known = new Map<string, Leaving>()

  /** @param pairs all guests that may move, with all their places */
  constructor(
    problem: PlacementProblem,
    pairs: readonly [PlacedGuest, PlacedHost][],
    signal?: AbortSignal,
  ) {
    this.#problem = problem
    this.#anywhere = anywhereOf(problem, pairs)
    this.#movable = new Set(pairs.map(([guest]) => guest))
    this.#signal = signal
  }

  /** Of each place by itself, with the sum of their costs. */
  async apart(refusals: readonly Refusal[]): Promise<Omit<Leaving, 'isLeast'>> {
    const all: Leaving[] = []
    for (const place of this.#places()) {
      const key = `${place?.id} ${refusalsOf([place], refusals).length}`
      const known = this.#known.get(key) ?? (await this.#of([place], refusals))
      this.#known.set(key, known)
      all.push(known)
    }
    return {
      guests: new Set(all.flatMap(({ guests }) => [...guests])),
      cost: all.reduce((sum, { cost, isLeast }) => sum + (isLeast ? cost : 0), 0),
    }
  }

  /** Of all places, who share the room of those that receive. */
  async together(refusals: readonly Refusal[]): Promise<Leaving> {
    const places = this.#places()
    if (places.length === 0) return { guests: new Set(), cost: 0, isLeast: true }
    return this.#of(places, refusals)
  }

  /** The hot hosts, and null where guests have none. */
  #places(): Place[] {
    const { hosts, guests } = this.#problem
    const isSomeHomeless = guests.some(({ hostId }) => hostId === null)
    return [...hosts.filter(({ isHot }) => isHot), ...(isSomeHomeless ? [null] : [])]
  }

  async #of(places: readonly Place[], refusals: readonly Refusal[]): Promise<Leaving> {
    const ids = places.map((place) => place?.id ?? null)
    const free = new Map(
      this.#problem.guests
        .filter(({ hostId }) => ids.includes(hostId))
        .map((guest): [PlacedGuest, PlacedGuest] => [{ ...guest, apartGroups: [] }, guest]),
    )
    const movable = [...free].filter(([, guest]) => this.#movable.has(guest))
    const hosts = places.filter((place) => place !== null)
    const program = buildMoves(
      { hosts: [...hosts, this.#anywhere], guests: [...free.keys()] },
      movable.map(([guest]) => [guest, this.#anywhere]),
      refusalsOf(places, refusals),
    )
    const { kind, vars } = await solveMilp(program.lp, LIMIT_SECONDS, this.#signal)
    const choice = program.read(vars)
    return {
      guests: new Set(choice.moves.map(([guest]) => free.get(guest)!)),
      cost: program.costOf(choice),
      isLeast: kind === 'optimal',
    }
  }
}

function refusalsOf(places: readonly Place[], refusals: readonly Refusal[]): Refusal[] {
  const ids = places.map((place) => place?.id)
  return refusals.filter(({ kind, hostId }) => kind === 'leaving' && ids.includes(hostId))
}

function anywhereOf(
  { guests }: PlacementProblem,
  pairs: readonly [PlacedGuest, PlacedHost][],
): PlacedHost {
  const rooms = [...new Set(pairs.map(([, host]) => host))].map((host) => roomOf(host, guests))
  return {
    id: 'anywhere',
    // A tenth of a host stays idle, of this one too.
    pCpus: rooms.reduce((sum, { idlePCpus }) => sum + Math.max(0, idlePCpus), 0) / 0.9,
    memoryFreeBytes: rooms.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    mayReceive: true,
    isHot: false,
  }
}
