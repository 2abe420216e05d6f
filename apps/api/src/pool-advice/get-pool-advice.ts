import type { PoolAdvice, PoolVerdict } from '@steelyard/contract'
import { type HostAdvice, words } from '@steelyard/words'
import type { Db } from '../db.ts'
import { nowSeconds } from '../epoch.ts'
import { msOf } from '../milliseconds.ts'
import { loadPool } from '../pools/pool-row.ts'
import { currentDecision, type HostFinding } from '../pools/stored-decision.ts'
import { poolInventory } from '../pools/stored-pool.ts'

type Decided = NonNullable<Awaited<ReturnType<typeof currentDecision>>>

/** @throws AppError `pool-not-found` */
export async function getPoolAdvice(db: Db, id: string): Promise<PoolAdvice> {
  const pool = await loadPool(db, id)
  const inventory = poolInventory.readIfAny(pool.inventory)
  const decision = await currentDecision(db, id)
  if (!inventory || !decision) {
    const verdict = 'undecided'
    const nothing = { hosts: [], moves: [], foretold: [], proof: null }
    return { decidedAt: null, verdict, text: words.pools.advice[verdict], ...nothing }
  }
  const host = namesOf(inventory.hosts)
  const guest = namesOf(inventory.guests)
  const verdict = verdictOf(decision)
  return {
    decidedAt: decision.decidedAt.toISOString(),
    verdict,
    text: words.pools.advice[verdict],
    hosts: decision.hosts.flatMap((finding) => {
      const advice = adviceOf(finding, decision, (uuid) => guest(uuid).name)
      return advice
        ? [
            {
              ...host(finding.hostUuid),
              hostId: finding.hostId,
              text: words.pools.hostAdvice(advice),
            },
          ]
        : []
    }),
    moves: decision.moves.map(({ guestUuid, fromHostUuid, toHostUuid, seconds }) => ({
      guest: guest(guestUuid),
      from: host(fromHostUuid),
      to: host(toHostUuid),
      seconds,
    })),
    foretold: decision.foretold.map(({ hostUuid, by, guests }) => ({
      host: host(hostUuid),
      by,
      guests: guests.map(({ uuid, statistic, targetSeconds, nowSeconds: now, thenSeconds }) => ({
        ...guest(uuid),
        statistic,
        targetMs: msOf(targetSeconds),
        nowMs: msOf(now),
        thenMs: msOf(thenSeconds),
      })),
    })),
    proof: proofOf(decision),
  }
}

function proofOf({ moves, proof }: Decided): string | null {
  const hasMoves = moves.length > 0
  const isTold = proof && (hasMoves || !proof.judgeAgrees)
  return isTold ? words.pools.movesProof({ ...proof, hasMoves }) : null
}

function namesOf(all: readonly { uuid: string; name: string }[]) {
  const names = new Map(all.map(({ uuid, name }) => [uuid, name]))
  return (uuid: string) => ({ uuid, name: names.get(uuid) ?? uuid })
}

/** The most that is to be done comes first; a host that waits does not hide a move of another. */
function verdictOf({ hosts, moves, waits, lacks }: Decided): PoolVerdict {
  const has = (standing: HostFinding['standing']) =>
    hosts.some((each) => each.standing === standing)
  if (moves.length > 0) return lacks.length > 0 ? 'moves-in-part' : 'move'
  if (lacks.length > 0) return 'no-move-helps'
  if (waits.length > 0) return 'waits'
  // Hot, with nothing that moves, and nothing lacking: the judge objected, or a move is under way.
  if (has('hot')) return 'no-move-helps'
  if (has('weights-help')) return 'weights-help'
  if (has('bound-by-itself')) return 'bound-by-itself'
  return has('calm') ? 'calm' : 'unseen'
}

function adviceOf(
  { hostUuid, standing, missing }: HostFinding,
  { waits, lacks }: Decided,
  nameOf: (guestUuid: string) => string,
): HostAdvice | null {
  const guests = missing.map(nameOf)
  const wait = waits.find((each) => each.hostUuid === hostUuid)
  const lack = lacks.find((each) => each.hostUuid === hostUuid)
  if (lack) return { code: 'lacks', guests, pCpus: lack.pCpus }
  if (wait) return { code: 'waits', guests, seconds: wait.untilSeconds - nowSeconds() }
  switch (standing) {
    case 'not-observed':
      return { code: standing }
    case 'hot':
    case 'weights-help':
    case 'bound-by-itself':
      return { code: standing, guests }
    case 'calm':
    case 'not-linked':
      return null
  }
}
