import type { WeighedHost } from '@steelyard/loop'
import { type Kept, type MoveEffect, words } from '@steelyard/words'
import { type Db, Prisma, type Tx } from '../db.ts'
import type { Deps } from '../deps.ts'
import { epochSecondsOf } from '../epoch.ts'
import { minutesOf } from '../loop/situation/minutes-of.ts'
import { weighedOrEmptyHostOf } from '../loop/situation/weighed-host-of.ts'
import { HOUR_MS, MINUTE_MS, msOf } from '../milliseconds.ts'
import { notify } from '../notifications/notify.ts'
import { noteMove, watchedHostsOf } from '../pool-moves/journal-of-move.ts'
import { type MoveRow, moveParts } from '../pool-moves/move-row.ts'
import { namesOf } from '../pool-moves/present-move.ts'
import { isWorse, MOVE_VERSION, moveEffect } from '../pool-moves/stored-move.ts'

/** The guest has settled, and its requests on the way are answered. */
const SETTLING_SECONDS = 120
const COMPARED_SECONDS = 600
const JUDGED_AFTER_MS = msOf(SETTLING_SECONDS + COMPARED_SECONDS) + 2 * MINUTE_MS
/** What was not observed by then never will be. */
const GIVEN_UP_MS = 2 * HOUR_MS

/**
 * Worker: compares how the targets on both hosts were kept before each move and after it, and tells
 * whoever wants to know of one that made things worse.
 */
export async function judgeMoves(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  now = new Date(),
): Promise<void> {
  const due = await db.poolMove.findMany({
    where: {
      state: 'moved',
      effect: { equals: Prisma.DbNull },
      begunAt: { not: null },
      endedAt: {
        lte: new Date(now.getTime() - JUDGED_AFTER_MS),
        gte: new Date(now.getTime() - GIVEN_UP_MS),
      },
    },
    ...moveParts,
  })
  for (const move of due) {
    // What fails about one move must not keep the others waiting.
    await judgeMove(db, move).catch((err) =>
      log.error({ err, moveId: move.id }, 'a move was not judged'),
    )
  }
}

async function judgeMove(db: Db, move: MoveRow): Promise<void> {
  const hostIds = await watchedHostsOf(db, move)
  if (hostIds.length < 2) return
  const [begun, ended] = [epochSecondsOf(move.begunAt!), epochSecondsOf(move.endedAt!)]
  const hosts = await watchedFor(db, hostIds, move)
  const keptFrom = async (from: number) =>
    (await Promise.all(hosts.map((host) => keptOn(db, host, from)))).reduce(sumOf, NOTHING)
  const before = await keptFrom(begun - COMPARED_SECONDS)
  const after = await keptFrom(ended + SETTLING_SECONDS)
  if (before.minutes === 0 || after.minutes === 0) return
  await db.$transaction(async (tx) => {
    const { count } = await tx.poolMove.updateMany({
      where: { id: move.id, effect: { equals: Prisma.DbNull } },
      data: { effect: moveEffect.write({ version: MOVE_VERSION, before, after }) },
    })
    if (count !== 1) return
    const effect = { before, after }
    const decision = isWorse(effect) ? 'outcome-worse' : 'outcome-confirmed'
    await noteMove(tx, hostIds, decision, { code: 'move-judged', ...namesOf(move), ...effect })
    if (isWorse(effect)) await tellWorse(tx, move, effect)
  })
}

function tellWorse(tx: Tx, move: MoveRow, effect: MoveEffect): Promise<void> {
  return notify(tx, {
    event: 'outcome-worse',
    hostId: null,
    title: words.pools.worseTitle(namesOf(move)),
    text: words.pools.effect(effect),
    path: `/pools/${move.poolId}`,
    detail: { moveId: move.id, before: { ...effect.before }, after: { ...effect.after } },
  })
}

interface Watched {
  hostId: string
  host: WeighedHost
}

/**
 * Both hosts, each with the guest that moved: by their newest readings only the one has it, and before
 * the move only the other had.
 */
async function watchedFor(
  db: Db,
  hostIds: readonly string[],
  { guestName }: MoveRow,
): Promise<Watched[]> {
  const rows = await db.host.findMany({
    where: { id: { in: [...hostIds] } },
    include: { domains: true },
  })
  const watched = rows.flatMap((row): Watched[] => {
    const host = weighedOrEmptyHostOf(row)
    return host ? [{ hostId: row.id, host }] : []
  })
  const isMoved = ({ domain }: WeighedHost['domains'][number]) => domain === guestName
  const moved = watched.flatMap(({ host }) => host.domains.filter(isMoved)).slice(0, 1)
  return watched.map(({ hostId, host }) => ({
    hostId,
    host: host.domains.some(isMoved) ? host : { ...host, domains: [...host.domains, ...moved] },
  }))
}

/** Minutes of guests with a target, each guest counted for itself, and how many of them missed it. */
async function keptOn(db: Db, { hostId, host }: Watched, fromSeconds: number): Promise<Kept> {
  const minutes = await minutesOf(db, hostId, host, {
    observedFromEpochSeconds: fromSeconds,
    observedToEpochSeconds: fromSeconds + COMPARED_SECONDS,
  })
  return host.domains
    .flatMap(({ domain, targetSeconds }) =>
      targetSeconds === null
        ? []
        : minutes.flatMap(({ domains }): Kept[] => {
            const seconds = domains.find((each) => each.domain === domain)?.valueSeconds ?? null
            return seconds === null ? [] : [{ missed: Number(seconds > targetSeconds), minutes: 1 }]
          }),
    )
    .reduce(sumOf, NOTHING)
}

const NOTHING: Kept = { missed: 0, minutes: 0 }

function sumOf(one: Kept, other: Kept): Kept {
  return { missed: one.missed + other.missed, minutes: one.minutes + other.minutes }
}
