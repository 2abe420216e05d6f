import type { Move, PlacementProblem } from '../problem/placement-problem.ts'
import { roomOf } from '../problem/room.ts'

/** When a pool may move guests, whatever the moves are worth. Ours. */
export interface MovePolicy {
  /** For so long no weights may have kept a host's targets. */
  holdSeconds: number
  /**
   * Of a host's pCPUs. Where its guests ask for more than that, nobody waits for the hold: queues grow
   * for as long as the load lasts (rho > 1), and chance does not explain it.
   */
  overfullUse: number
  /** A host that had a move is left alone for so long: its load has to be seen again. */
  hostRestSeconds: number
  /** A guest that moved stays for so long. */
  guestRestSeconds: number
}

export const MOVE_POLICY: MovePolicy = {
  holdSeconds: 120,
  overfullUse: 1.05,
  hostRestSeconds: 600,
  guestRestSeconds: 3600,
}

/** What has to survive from one look at a pool to the next; times in epoch seconds. */
export interface PoolMemory {
  /** Since when no weights keep a host's targets. */
  hotSince: Readonly<Record<string, number>>
  hostMovedAt: Readonly<Record<string, number>>
  guestMovedAt: Readonly<Record<string, number>>
}

export const FRESH_MEMORY: PoolMemory = { hotSince: {}, hostMovedAt: {}, guestMovedAt: {} }

export function rememberHot(
  memory: PoolMemory,
  hotHostIds: readonly string[],
  nowSeconds: number,
): PoolMemory {
  const hotSince = Object.fromEntries(
    hotHostIds.map((id) => [id, memory.hotSince[id] ?? nowSeconds]),
  )
  return { ...memory, hotSince }
}

/** A move that has begun or ended. */
export function rememberMove(memory: PoolMemory, move: Move, nowSeconds: number): PoolMemory {
  const hosts = [move.fromHostId, move.toHostId].flatMap((id) => (id === null ? [] : [id]))
  return {
    ...memory,
    hostMovedAt: {
      ...memory.hostMovedAt,
      ...Object.fromEntries(hosts.map((id) => [id, nowSeconds])),
    },
    guestMovedAt: { ...memory.guestMovedAt, [move.guestId]: nowSeconds },
  }
}

/**
 * What is left of moves that were decided together, once some have begun. A rest is for what nobody has
 * decided yet, so the others may follow while the host that they leave is hot and nothing speaks against
 * the one that they go to.
 */
export function movesLeft(
  decided: readonly Move[],
  { hosts, guests }: PlacementProblem,
  { hotSince, hostMovedAt, guestMovedAt }: PoolMemory,
  { hostRestSeconds, guestRestSeconds }: MovePolicy,
  nowSeconds: number,
): Move[] {
  return decided.filter(({ guestId, fromHostId, toHostId }) => {
    const guest = guests.find(({ id }) => id === guestId)
    const to = hosts.find(({ id }) => id === toHostId)
    if (fromHostId === null || guest?.hostId !== fromHostId || !to) return false
    const hasBegun = [fromHostId, toHostId].some((id) =>
      rests(hostMovedAt[id], hostRestSeconds, nowSeconds),
    )
    return (
      hasBegun &&
      hotSince[fromHostId] !== undefined &&
      hotSince[toHostId] === undefined &&
      to.mayReceive &&
      guest.mayMove &&
      (guest.allowedHostIds?.includes(toHostId) ?? true) &&
      !rests(guestMovedAt[guestId], guestRestSeconds, nowSeconds)
    )
  })
}

/** Guests that go somewhere count there already. */
export function asPlaced(
  { hosts, guests }: PlacementProblem,
  moves: readonly Pick<Move, 'guestId' | 'toHostId'>[],
): PlacementProblem {
  const places = new Map(moves.map(({ guestId, toHostId }) => [guestId, toHostId]))
  return {
    hosts,
    guests: guests.map((guest) => ({ ...guest, hostId: places.get(guest.id) ?? guest.hostId })),
  }
}

/**
 * The problem as it may be acted on now: hot are the hosts that have been so for long enough or are
 * overfull, and neither they nor those that receive had a move of late. A host that became hot just now
 * receives nothing.
 */
export function ripeProblem(
  { hosts, guests }: PlacementProblem,
  { hotSince, hostMovedAt, guestMovedAt }: PoolMemory,
  { holdSeconds, overfullUse, hostRestSeconds, guestRestSeconds }: MovePolicy,
  nowSeconds: number,
): PlacementProblem {
  return {
    hosts: hosts.map((host) => {
      const isResting = rests(hostMovedAt[host.id], hostRestSeconds, nowSeconds)
      const since = hotSince[host.id]
      const isOverfull = roomOf(host, guests).idlePCpus < (1 - overfullUse) * host.pCpus
      const isRipe = since !== undefined && (isOverfull || nowSeconds - since >= holdSeconds)
      return {
        ...host,
        isHot: isRipe && !isResting,
        mayReceive: host.mayReceive && since === undefined && !isResting,
      }
    }),
    guests: guests.map((guest) =>
      rests(guestMovedAt[guest.id], guestRestSeconds, nowSeconds)
        ? { ...guest, mayMove: false }
        : guest,
    ),
  }
}

/**
 * What there is to do now: moves that are left of the last decision, and the problem to solve beside
 * them. In that, they and guests under way count where they go.
 */
export function toDecide(
  problem: PlacementProblem,
  {
    decided,
    underWay,
  }: { decided: readonly Move[]; underWay: readonly Pick<Move, 'guestId' | 'toHostId'>[] },
  memory: PoolMemory,
  policy: MovePolicy,
  nowSeconds: number,
): { left: Move[]; ripe: PlacementProblem } {
  const left = movesLeft(decided, problem, memory, policy, nowSeconds)
  const placed = asPlaced(problem, [...left, ...underWay])
  return { left, ripe: ripeProblem(placed, memory, policy, nowSeconds) }
}

function rests(at: number | undefined, seconds: number, nowSeconds: number): boolean {
  return at !== undefined && nowSeconds - at < seconds
}
