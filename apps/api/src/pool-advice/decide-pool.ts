import {
  findMoves,
  MOVE_POLICY,
  type Move,
  type MovesFound,
  type PlacementProblem,
  type PoolMemory,
  rememberHot,
  toDecide,
} from '@steelyard/placement'
import type { PoolInventory } from '@steelyard/xapi'
import type { Db } from '../db.ts'
import { dateOf, epochSecondsOf } from '../epoch.ts'
import { linkedHosts } from '../pools/linked-hosts.ts'
import { type KnownPool, placementOf } from '../pools/placing/placement-of-pool.ts'
import { type HostUse, poolUse } from '../pools/placing/pool-use.ts'
import {
  type AdvisedMove,
  DECISION_VERSION,
  type Decision,
  type Foretold,
  type HostFinding,
  poolDecision,
} from '../pools/stored-decision.ts'
import { isOldInventory, poolInventory } from '../pools/stored-pool.ts'
import { readPoolLoad } from '../pools/watch/read-pool-load.ts'
import { Forecaster } from './foretell.ts'
import { lookAtHosts, type SeenHost } from './look-at-host.ts'

const HOUR_SECONDS = 3600

/**
 * Weights come first: a guest is advised to move only from a host on which no weights keep the targets,
 * once that has lasted, and neither host had a move of late. Which guests go where is a program of
 * least cost; the twin judges both hosts. Nothing is moved.
 */
export async function decidePool(
  db: Db,
  poolId: string,
  signal: AbortSignal,
  now = new Date(),
): Promise<void> {
  const pool = await db.pool.findUnique({
    where: { id: poolId },
    select: { inventory: true, inventoryAt: true, decision: true },
  })
  const inventory = pool && poolInventory.readIfAny(pool.inventory)
  if (!inventory || isOldInventory(pool.inventoryAt, now)) return
  const linked = await linkedHosts(db, inventory)
  const seen = await lookAtHosts(db, linked, now)
  const known = await knownPool(db, poolId, inventory, seen)
  const before = poolDecision.readIfAny(pool.decision?.content)
  const hot = [...seen].filter(([, { standing }]) => standing === 'hot').map(([uuid]) => uuid)
  const begun = await movesBegun(db, poolId, now)
  const memory = rememberHot(memoryOf(begun, before?.hosts ?? []), hot, epochSecondsOf(now))
  const decided = before?.moves ?? []
  const advice = await adviceFor({ known, seen, hot, memory, decided, begun }, signal, now)
  const isSame = movesText(advice.moves) === movesText(decided)
  const content = poolDecision.write({
    version: DECISION_VERSION,
    hosts: inventory.hosts.map(({ uuid }): HostFinding => {
      const own = seen.get(uuid)
      return {
        hostUuid: uuid,
        hostId: linked.find(({ hostUuid }) => hostUuid === uuid)?.hostId ?? null,
        standing: own?.standing ?? 'not-linked',
        missing: own?.missing ?? [],
        hotSince: memory.hotSince[uuid] ?? null,
      }
    }),
    ...advice,
    demands: Object.fromEntries(known.demands),
  })
  await db.poolDecision.updateMany({
    where: { poolId },
    data: { content, decidedAt: now, ...(isSame ? {} : { number: { increment: 1 } }) },
  })
}

/** What XAPI recorded, and what was seen over SSH where a member is watched so. */
async function knownPool(
  db: Db,
  poolId: string,
  inventory: PoolInventory,
  seen: ReadonlyMap<string, SeenHost>,
): Promise<KnownPool> {
  const use = poolUse(inventory, await readPoolLoad(db, poolId))
  for (const [uuid, host] of seen) {
    const known: HostUse | undefined = use.get(uuid)
    const restPCpus = known?.restPCpus ?? host.domain0PCpus
    if (host.host === null || restPCpus === null) continue
    const guests = new Map(known?.guests)
    for (const [guest, { usePCpus }] of host.guests) guests.set(guest, usePCpus)
    use.set(uuid, { restPCpus, guests })
  }
  const all = [...seen.values()]
  return {
    inventory,
    use,
    demands: new Map(
      all.flatMap(({ guests }) =>
        [...guests].map(([uuid, { usePCpus, needPCpus }]) => [uuid, { usePCpus, needPCpus }]),
      ),
    ),
    missing: new Set(
      [...seen].filter(([, { missing }]) => missing.length > 0).map(([uuid]) => uuid),
    ),
  }
}

type Begun = Awaited<ReturnType<typeof movesBegun>>

/** Moves that were begun within the last hour, whatever came of them. */
function movesBegun(db: Db, poolId: string, now: Date) {
  return db.poolMove.findMany({
    where: { poolId, begunAt: { gte: dateOf(epochSecondsOf(now) - HOUR_SECONDS) } },
    orderBy: { begunAt: 'asc' },
    select: { guestUuid: true, fromHostUuid: true, toHostUuid: true, begunAt: true, endedAt: true },
  })
}

/** Who had a move of late, and who is hot since when. */
function memoryOf(begun: Begun, hosts: readonly HostFinding[]): PoolMemory {
  const ends = begun.map((move) => ({ ...move, at: epochSecondsOf(move.endedAt ?? move.begunAt!) }))
  return {
    hotSince: Object.fromEntries(
      hosts.flatMap(({ hostUuid, hotSince }) => (hotSince === null ? [] : [[hostUuid, hotSince]])),
    ),
    hostMovedAt: Object.fromEntries(
      ends.flatMap(({ fromHostUuid, toHostUuid, at }) => [
        [fromHostUuid, at],
        [toHostUuid, at],
      ]),
    ),
    guestMovedAt: Object.fromEntries(ends.map(({ guestUuid, at }) => [guestUuid, at])),
  }
}

interface Asked {
  known: KnownPool
  seen: ReadonlyMap<string, SeenHost>
  hot: readonly string[]
  memory: PoolMemory
  /** The moves of the last decision. */
  decided: readonly AdvisedMove[]
  begun: Begun
}

type Advice = Pick<Decision, 'waits' | 'moves' | 'foretold' | 'lacks' | 'proof'>

async function adviceFor(
  { known, seen, hot, memory, decided, begun }: Asked,
  signal: AbortSignal,
  now: Date,
): Promise<Advice> {
  const seconds = epochSecondsOf(now)
  const problem = placementOf(known)
  const underWay = begun.flatMap(({ guestUuid, toHostUuid, endedAt }) =>
    endedAt === null ? [{ guestId: guestUuid, toHostId: toHostUuid }] : [],
  )
  const asked = { decided: decided.map(moveOf), underWay }
  const { left, ripe } = toDecide(problem, asked, memory, MOVE_POLICY, seconds)
  const isRipe = (hostUuid: string) => ripe.hosts.some(({ id, isHot }) => id === hostUuid && isHot)
  const waits = hot.flatMap((hostUuid) =>
    isRipe(hostUuid) || left.some(({ fromHostId }) => fromHostId === hostUuid)
      ? []
      : [{ hostUuid, untilSeconds: ripeAt(hostUuid, memory) }],
  )
  if (waits.length === hot.length) return { waits, moves: [], foretold: [], lacks: [], proof: null }
  const forecaster = new Forecaster(known, seen, signal)
  const found = hot.some(isRipe) ? await findMoves(ripe, { judge: forecaster.judge, signal }) : null
  const moves = [...left, ...(found?.waves.flat() ?? [])].map(advisedMoveOf)
  return {
    waits,
    moves,
    foretold: await foretoldOf(ripe, moves, forecaster),
    lacks: found?.lacks.map(({ hostId, pCpus }) => ({ hostUuid: hostId, pCpus })) ?? [],
    proof: found && proofOf(found),
  }
}

function advisedMoveOf({ guestId, fromHostId, toHostId, seconds }: Move): AdvisedMove {
  return { guestUuid: guestId, fromHostUuid: fromHostId!, toHostUuid: toHostId, seconds }
}

function moveOf({ guestUuid, fromHostUuid, toHostUuid, seconds }: AdvisedMove): Move {
  return { guestId: guestUuid, fromHostId: fromHostUuid, toHostId: toHostUuid, seconds }
}

function ripeAt(hostUuid: string, { hotSince, hostMovedAt }: PoolMemory): number {
  const { holdSeconds, hostRestSeconds } = MOVE_POLICY
  const rest = hostMovedAt[hostUuid]
  return Math.max(
    (hotSince[hostUuid] ?? 0) + holdSeconds,
    rest === undefined ? 0 : rest + hostRestSeconds,
  )
}

function proofOf({ proof: { isOptimal, gap, judgeAgrees } }: MovesFound) {
  return { isOptimal, gap, judgeAgrees }
}

async function foretoldOf(
  { guests }: PlacementProblem,
  moves: readonly AdvisedMove[],
  forecaster: Forecaster,
): Promise<Foretold[]> {
  const placeOf = new Map(moves.map(({ guestUuid, toHostUuid }) => [guestUuid, toHostUuid]))
  const touched = [...new Set(moves.flatMap((move) => [move.fromHostUuid, move.toHostUuid]))]
  const foretold: Foretold[] = []
  for (const hostUuid of touched) {
    const there = guests.filter(({ id, hostId }) => (placeOf.get(id) ?? hostId) === hostUuid)
    foretold.push(await forecaster.foretell(hostUuid, there))
  }
  return foretold
}

function movesText(moves: readonly AdvisedMove[]): string {
  return moves
    .map(({ guestUuid, toHostUuid }) => `${guestUuid} ${toHostUuid}`)
    .sort()
    .join(',')
}
