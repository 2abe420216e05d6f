import { solveMilp } from '@steelyard/solver'
import {
  checkProblem,
  type Move,
  moveSeconds,
  type PlacedGuest,
  type PlacedHost,
  type PlacementProblem,
} from '../problem/placement-problem.ts'
import { roomOf } from '../problem/room.ts'
import { buildMoves, type Choice, choiceOf, everyPair, lackAfter } from './build-moves.ts'
import { LeastLeaving } from './least-leaving.ts'
import { packMoves } from './pack-moves.ts'
import type { Refusal } from './refusal.ts'

/** Whether the guests keep their targets together on a host, with the weights that suit them best. */
export type Judge = (hostId: string, guests: readonly PlacedGuest[]) => boolean | Promise<boolean>

export interface FindMovesOptions {
  /** A second opinion on every host that a move touches. Default: the rooms alone decide. */
  judge?: Judge
  /** For the programs of the whole pool, all rounds together. Default 5. */
  timeLimitSeconds?: number
  signal?: AbortSignal
}

export interface MovesFound {
  /** In waves, one after the other; within one, no host has two moves. */
  waves: Move[][]
  /**
   * What hot hosts still lack: capacity that the pool does not have where it is wanted. Null: missed
   * targets or the judge show that a host lacks some, and nothing shows how much.
   */
  lacks: { hostId: string; pCpus: number | null }[]
  /** Guests without a host for which there is no room. */
  homeless: string[]
  proof: {
    /** Whether no cheaper moves do as much, of those considered and as the judge has it. */
    isOptimal: boolean
    /**
     * By how much the cost may exceed the least possible one, as a fraction of it; null where that
     * is not known.
     */
    gap: number | null
    /** Pairs of a guest and a host in the last program, and how many there are in all. */
    pairs: number
    allPairs: number
    /** Programs that were solved: one more each time the judge objected. */
    rounds: number
    judgeAgrees: boolean
  }
}

/** Beyond so many pairs, each guest is offered only the hosts with most room. */
const MOST_PAIRS = 1200
const LEAST_HOSTS = 3
/** A gap of this part is worth no more work where nothing would be proven optimal by it. */
const LITTLE = 0.1
/** A round has half of that, also when the time is used up. */
const LEAST_SECONDS = 1
/** The judge objects so often at most; then what it refuses is not done. */
const MOST_ROUNDS = 24

/**
 * The moves of least cost after which no host is hot, or that leave least lacking. Moves go from hot
 * hosts alone: one that makes room for another is not looked for, nor is an exchange.
 * @throws PlacementProblemError
 * @throws the signal's reason when aborted
 */
export async function findMoves(
  problem: PlacementProblem,
  { judge, timeLimitSeconds = 5, signal }: FindMovesOptions = {},
): Promise<MovesFound> {
  checkProblem(problem)
  const all = everyPair(problem)
  const pairs = mostPromising(problem, all)
  const isWhole = pairs.length === all.length
  const leaving = new LeastLeaving(problem, all, signal)
  const refusals: Refusal[] = []
  let secondsLeft = timeLimitSeconds
  for (let rounds = 1; ; rounds++) {
    // The judge may object, so no round takes all the time that is left.
    const asked = { problem, pairs, isWhole, refusals, leaving }
    const solved = await solve(asked, secondsLeft / 2, signal)
    secondsLeft = Math.max(LEAST_SECONDS, secondsLeft - solved.seconds)
    const found = judge ? await objections(problem, solved, judge) : []
    if (found.length > 0 && rounds < MOST_ROUNDS) {
      refusals.push(...found)
      continue
    }
    const isDone = found.length === 0
    const agreed = isDone ? solved : withoutRefused(problem, solved, found)
    return {
      waves: inWaves(agreed.moves.map(moveOf)),
      lacks: knownLacks(problem, agreed),
      homeless: agreed.homeless,
      proof: {
        isOptimal: isDone && solved.isOptimal && isWhole,
        gap: isDone ? await gapOf(solved.cost, leaving, refusals) : null,
        pairs: pairs.length,
        allPairs: all.length,
        rounds,
        judgeAgrees: isDone,
      },
    }
  }
}

interface Solved extends Choice {
  cost: number
  isOptimal: boolean
  seconds: number
}

interface Asked {
  problem: PlacementProblem
  pairs: readonly [PlacedGuest, PlacedHost][]
  /** Whether these are all pairs. */
  isWhole: boolean
  refusals: readonly Refusal[]
  leaving: LeastLeaving
}

async function solve(
  { problem, pairs, isWhole, refusals, leaving }: Asked,
  seconds: number,
  signal?: AbortSignal,
): Promise<Solved> {
  const program = buildMoves(problem, pairs, refusals)
  const apart = await leaving.apart(refusals)
  const pack = (some: Asked['pairs']): Solved => {
    const packed = packMoves(problem, some, refusals)
    return { ...packed, cost: program.costOf(packed), isOptimal: false, seconds: 0 }
  }
  const ofAny = pack(pairs)
  const ofCheapest = pack(pairs.filter(([guest]) => apart.guests.has(guest)))
  const atOnce = ofCheapest.cost < ofAny.cost ? ofCheapest : ofAny
  if (atOnce.cost <= apart.cost) return { ...atOnce, isOptimal: true }
  if (!isWhole && atOnce.cost <= (1 + LITTLE) * apart.cost) return atOnce
  const answer = await solveMilp(program.lp, seconds, signal)
  const read = program.read(answer.vars)
  const cost = answer.kind === 'none' ? Number.POSITIVE_INFINITY : program.costOf(read)
  return answer.kind === 'optimal' || cost < atOnce.cost
    ? { ...read, cost, isOptimal: answer.kind === 'optimal', seconds: answer.seconds }
    : { ...atOnce, seconds: answer.seconds }
}

const moveOf = ([guest, host]: [PlacedGuest, PlacedHost]): Move => ({
  guestId: guest.id,
  fromHostId: guest.hostId,
  toHostId: host.id,
  seconds: moveSeconds(guest),
})

/**
 * What is left of moves without those from or to a host that the judge refuses to the end: one host
 * has no veto over the others. Where less arrives than was agreed to, targets are kept as well.
 */
function withoutRefused(
  problem: PlacementProblem,
  { moves }: Choice,
  refusals: readonly Refusal[],
): Choice {
  const refused = new Set(refusals.map(({ hostId }) => hostId))
  const kept = moves.filter(
    ([guest, host]) => !refused.has(host.id) && !refused.has(guest.hostId ?? ''),
  )
  return choiceOf(problem, new Map(kept), refusals)
}

function knownLacks(problem: PlacementProblem, { moves, lacks }: Choice): MovesFound['lacks'] {
  const placed = new Map(moves)
  return lacks.map(({ hostId }) => {
    const host = problem.hosts.find(({ id }) => id === hostId)!
    return { hostId, pCpus: lackAfter(host, problem, placed, []).knownPCpus }
  })
}

/** Of each guest, the hosts with most room, so that the program stays small. */
function mostPromising(
  { hosts, guests }: PlacementProblem,
  all: readonly [PlacedGuest, PlacedHost][],
): [PlacedGuest, PlacedHost][] {
  if (all.length <= MOST_PAIRS) return [...all]
  const room = new Map(
    hosts.map((host) => {
      const { idlePCpus, needPCpus } = roomOf(host, guests)
      return [host, idlePCpus - needPCpus]
    }),
  )
  const own = Map.groupBy(all, ([guest]) => guest)
  const each = Math.max(LEAST_HOSTS, Math.floor(MOST_PAIRS / own.size))
  return [...own.values()].flatMap((offers) =>
    offers.toSorted(([, one], [, other]) => room.get(other)! - room.get(one)!).slice(0, each),
  )
}

/** Of every host that a move touches, what the judge says of the guests it would have. */
async function objections(
  { hosts, guests }: PlacementProblem,
  { moves, lacks }: Choice,
  judge: Judge,
): Promise<Refusal[]> {
  const placeOf = new Map(moves.map(([guest, host]) => [guest, host.id]))
  const refusals: Refusal[] = []
  for (const { id: hostId, isHot } of hosts) {
    const leaving = moves.filter(([guest]) => guest.hostId === hostId)
    const arriving = moves.filter(([, host]) => host.id === hostId)
    // What is known to lack is lacking whatever the judge says.
    if (leaving.length + arriving.length === 0 || lacks.some((lack) => lack.hostId === hostId)) {
      continue
    }
    const there = guests.filter((guest) => (placeOf.get(guest) ?? guest.hostId) === hostId)
    if (await judge(hostId, there)) continue
    const guestIds = (isHot ? leaving : arriving).map(([{ id }]) => id)
    refusals.push({ kind: isHot ? 'leaving' : 'arriving', hostId, guestIds })
  }
  return refusals
}

/**
 * By how much the cost may exceed the least possible one: what all hot hosts need apart from each other
 * or, where that says little, together.
 */
async function gapOf(
  cost: number,
  leaving: LeastLeaving,
  refusals: readonly Refusal[],
): Promise<number | null> {
  if (cost === 0) return 0
  const apart = await leaving.apart(refusals)
  const together = cost > (1 + LITTLE) * apart.cost ? await leaving.together(refusals) : null
  const bound = Math.max(apart.cost, together?.isLeast ? together.cost : 0)
  return bound > 0 ? Math.max(0, (cost - bound) / bound) : null
}

/** Each move goes into the first wave in which neither of its hosts has another. */
function inWaves(moves: readonly Move[]): Move[][] {
  const waves: Move[][] = []
  for (const move of moves) {
    const touches = (other: Move) =>
      [other.fromHostId, other.toHostId].some(
        (host) => host !== null && (host === move.fromHostId || host === move.toHostId),
      )
    const wave = waves.find((each) => !each.some(touches))
    if (wave) wave.push(move)
    else waves.push([move])
  }
  return waves
}
