import { type IntegerProgram, minimise, type Row, row } from '@steelyard/solver'
import {
  type Lack,
  moveSeconds,
  type PlacedGuest,
  type PlacedHost,
  type PlacementProblem,
} from '../problem/placement-problem.ts'
import { fits, leastIdle, type Room, roomOf } from '../problem/room.ts'
import { coverOf, excessOf, type Refusal } from './refusal.ts'

/** Who goes where, and what that leaves. */
export interface Choice {
  moves: [PlacedGuest, PlacedHost][]
  lacks: Lack[]
  homeless: string[]
}

export interface MovesProgram {
  lp: IntegerProgram
  read: (vars: Readonly<Record<string, number>>) => Choice
  /** The value of its objective. */
  costOf: (choice: Choice) => number
}

/** A hot host must lose so much of its use, whatever its room says: that it misses is a fact. */
const LEAST_RELIEF = 0.05
/** One pCPU that is lacking, or one guest without a place, is worse than any moves. */
export const LACK_SECONDS = 1e6
/** What a host lacks, in pCPUs, that stays as a judge has refused it. */
const REFUSED_LACK = 1
/** pCPUs below which nothing is lacking: what a solver leaves of zero. */
const NOTHING = 1e-6
/** Between two places, the emptier one: up to so many seconds of a move. */
const FULL_SECONDS = 5

interface Pair {
  name: string
  guest: PlacedGuest
  host: PlacedHost
  cost: number
}

/**
 * The least-cost moves as an integer program. y[g,h] = 1 if guest g goes to host h, and idle[h] is
 * what must be idle there: at least the need of each guest that is there or arrives. A hot host has to
 * lose use until that is idle; what no move can take is its lack, at a price above all moves. A host
 * that receives keeps it idle and has the memory, where nothing that leaves counts, so the moves may
 * be made in any order. Members of one group stay on different hosts. Refusals are cuts: what a judge
 * has tried and found wanting.
 */
export function buildMoves(
  problem: PlacementProblem,
  pairsOf: readonly [PlacedGuest, PlacedHost][],
  refusals: readonly Refusal[],
): MovesProgram {
  const rooms = new Map(problem.hosts.map((host) => [host.id, roomOf(host, problem.guests)]))
  const costOf = (guest: PlacedGuest, host: PlacedHost) => {
    const full = 1 - Math.max(0, rooms.get(host.id)!.idlePCpus) / host.pCpus
    return moveSeconds(guest) + FULL_SECONDS * full
  }
  const pairs = pairsOf.map(
    ([guest, host], index): Pair => ({
      name: `y_${index}`,
      guest,
      host,
      cost: costOf(guest, host),
    }),
  )
  const hot = problem.hosts.filter(({ isHot }) => isHot)
  const homeless = problem.guests.filter(({ hostId }) => hostId === null)
  const lackOf = (host: PlacedHost) => `lack_${problem.hosts.indexOf(host)}`
  const homelessOf = (guest: PlacedGuest) => `home_${problem.guests.indexOf(guest)}`
  const lp: IntegerProgram = {
    name: 'moves',
    objective: minimise([
      ...pairs.map(({ name, cost }) => ({ name, coef: cost })),
      ...hot.map((host) => ({ name: lackOf(host), coef: LACK_SECONDS })),
      ...homeless.map((guest) => ({ name: homelessOf(guest), coef: LACK_SECONDS })),
    ]),
    subjectTo: [
      ...onePlace(pairs, homelessOf),
      ...homeless
        .filter((guest) => !pairs.some((pair) => pair.guest === guest))
        .map((guest) => row(`place_${guest.id}`, [one(homelessOf(guest))], 'equal', 1)),
      ...hot.flatMap((host) => relief(host, rooms.get(host.id)!, problem, pairs, lackOf(host))),
      ...problem.hosts.flatMap((host) => capacity(host, rooms.get(host.id)!, pairs)),
      ...apart(pairs),
      ...refusals.flatMap((each, index) => cut(`cut_${index}`, each, pairs, problem, lackOf)),
    ],
    binaries: pairs.map(({ name }) => name),
  }
  return {
    lp,
    read: (vars) => ({
      moves: pairs
        .filter(({ name }) => (vars[name] ?? 0) > 0.5)
        .map(({ guest, host }) => [guest, host]),
      lacks: hot
        .map((host) => ({ hostId: host.id, pCpus: vars[lackOf(host)] ?? 0 }))
        .filter(({ pCpus }) => pCpus > NOTHING),
      homeless: homeless
        .filter((guest) => (vars[homelessOf(guest)] ?? 0) > 0.5)
        .map(({ id }) => id),
    }),
    costOf: ({ moves, lacks, homeless: without }) =>
      moves.reduce((sum, [guest, host]) => sum + costOf(guest, host), 0) +
      LACK_SECONDS * (without.length + lacks.reduce((sum, { pCpus }) => sum + pCpus, 0)),
  }
}

/**
 * What a hot host lacks once these have gone, by the same rules as the program, 0 for nothing, and how
 * much of it its room shows: null where it lacks because guests miss there, or a judge says so.
 */
export function lackAfter(
  host: PlacedHost,
  problem: PlacementProblem,
  moves: ReadonlyMap<PlacedGuest, PlacedHost>,
  refusals: readonly Refusal[],
): { pCpus: number; knownPCpus: number | null } {
  const { guests } = problem
  const there = guests.filter(({ hostId }) => hostId === host.id)
  const stay = there.filter((guest) => !moves.has(guest))
  const use = there
    .filter((guest) => moves.has(guest))
    .reduce((sum, { usePCpus }) => sum + usePCpus, 0)
  const need = Math.max(leastIdle(host), ...stay.map(({ needPCpus }) => needPCpus))
  const refused = refusals
    .filter(({ kind, hostId }) => kind === 'leaving' && hostId === host.id)
    .map((each) => {
      const cover = coverOf(each, problem)
      return excessOf(cover, stay) / (cover.guests.length - cover.most)
    })
  const byRoom = need - roomOf(host, guests).idlePCpus - use
  const lack = Math.max(
    LEAST_RELIEF * host.pCpus - use,
    byRoom,
    REFUSED_LACK * Math.max(0, ...refused),
  )
  return { pCpus: lack > NOTHING ? lack : 0, knownPCpus: byRoom > NOTHING ? byRoom : null }
}

/** What these moves leave. */
export function choiceOf(
  problem: PlacementProblem,
  moves: ReadonlyMap<PlacedGuest, PlacedHost>,
  refusals: readonly Refusal[],
): Choice {
  return {
    moves: [...moves],
    lacks: problem.hosts
      .filter(({ isHot }) => isHot)
      .map((host) => ({ hostId: host.id, pCpus: lackAfter(host, problem, moves, refusals).pCpus }))
      .filter(({ pCpus }) => pCpus > 0),
    homeless: problem.guests
      .filter((guest) => guest.hostId === null && !moves.has(guest))
      .map(({ id }) => id),
  }
}

/** Every guest that may leave a hot host, or has none, with every host that could take it. */
export function everyPair(problem: PlacementProblem): [PlacedGuest, PlacedHost][] {
  const hosts = new Map(problem.hosts.map((host) => [host.id, host]))
  const rooms = problem.hosts.map((host) => ({ host, room: roomOf(host, problem.guests) }))
  return problem.guests
    .filter(({ hostId, mayMove }) => hostId === null || (mayMove && hosts.get(hostId)!.isHot))
    .flatMap((guest) =>
      rooms
        .filter(({ host, room }) => fits(guest, host, room, problem))
        .map(({ host }): [PlacedGuest, PlacedHost] => [guest, host]),
    )
}

const one = (name: string) => ({ name, coef: 1 })

function onePlace(pairs: readonly Pair[], homelessOf: (guest: PlacedGuest) => string): Row[] {
  return [...new Set(pairs.map(({ guest }) => guest))].map((guest) => {
    const own = pairs.filter((pair) => pair.guest === guest).map(({ name }) => one(name))
    return guest.hostId === null
      ? row(`place_${guest.id}`, [...own, one(homelessOf(guest))], 'equal', 1)
      : row(`place_${guest.id}`, own, 'at-most', 1)
  })
}

/** Use that leaves + lack >= what is used too much + idle, where idle >= need of each that stays. */
function relief(
  host: PlacedHost,
  { idlePCpus }: Room,
  { guests }: PlacementProblem,
  pairs: readonly Pair[],
  lack: string,
): Row[] {
  const there = guests.filter(({ hostId }) => hostId === host.id)
  const leaving = pairs.filter(({ guest }) => guest.hostId === host.id)
  const use = leaving.map(({ name, guest }) => ({ name, coef: guest.usePCpus }))
  const idle = `idle_${host.id}`
  return [
    row(`use_of_${host.id}`, [...use, one(lack)], 'at-least', LEAST_RELIEF * host.pCpus),
    row(
      `relief_of_${host.id}`,
      [...use, one(lack), { name: idle, coef: -1 }],
      'at-least',
      -idlePCpus,
    ),
    row(`least_${idle}`, [one(idle)], 'at-least', leastIdle(host)),
    ...there
      .filter(({ needPCpus }) => needPCpus > leastIdle(host))
      .map((guest) => {
        const own = leaving.filter((pair) => pair.guest === guest)
        const gone = own.map(({ name }) => ({ name, coef: guest.needPCpus }))
        return row(`need_of_${guest.id}`, [one(idle), ...gone], 'at-least', guest.needPCpus)
      }),
  ]
}

function capacity(host: PlacedHost, room: Room, pairs: readonly Pair[]): Row[] {
  const arriving = pairs.filter((pair) => pair.host === host)
  if (arriving.length === 0) return []
  const idle = `idle_${host.id}`
  const within = (what: string, of: (guest: PlacedGuest) => number, most: number) =>
    row(
      `${what}_at_${host.id}`,
      [
        ...arriving.map(({ name, guest }) => ({ name, coef: of(guest) })),
        ...(what === 'use' ? [one(idle)] : []),
      ],
      'at-most',
      most,
    )
  return [
    within('use', ({ usePCpus }) => usePCpus, room.idlePCpus),
    // In GB, so that rows are of like size.
    within('memory', ({ memoryBytes }) => memoryBytes / 1e9, room.memoryBytes / 1e9),
    row(`least_${idle}`, [one(idle)], 'at-least', room.needPCpus),
    ...arriving
      .filter(({ guest }) => guest.needPCpus > room.needPCpus)
      .map(({ name, guest }) =>
        row(`need_${name}`, [one(idle), { name, coef: -guest.needPCpus }], 'at-least', 0),
      ),
  ]
}

function apart(pairs: readonly Pair[]): Row[] {
  const groups = [...new Set(pairs.flatMap(({ guest }) => guest.apartGroups))]
  const hosts = [...new Set(pairs.map(({ host }) => host))]
  return groups.flatMap((group) =>
    hosts.flatMap((host) => {
      const own = pairs.filter(
        (pair) => pair.host === host && pair.guest.apartGroups.includes(group),
      )
      if (own.length < 2) return []
      return [
        row(
          `apart_${group}_${host.id}`,
          own.map(({ name }) => one(name)),
          'at-most',
          1,
        ),
      ]
    }),
  )
}

/** What a judge has refused, as its cover; a hot host may lack instead. */
function cut(
  name: string,
  refusal: Refusal,
  pairs: readonly Pair[],
  problem: PlacementProblem,
  lackOf: (host: PlacedHost) => string,
): Row[] {
  const { guests, most } = coverOf(refusal, problem)
  const own = pairs.filter(({ guest }) => guests.includes(guest))
  if (refusal.kind === 'arriving') {
    const arriving = own.filter(({ host }) => host.id === refusal.hostId)
    return [
      row(
        name,
        arriving.map((pair) => one(pair.name)),
        'at-most',
        most,
      ),
    ]
  }
  const mustGo = guests.length - most
  const host = problem.hosts.find(({ id }) => id === refusal.hostId)!
  const lack = { name: lackOf(host), coef: mustGo / REFUSED_LACK }
  return [row(name, [...own.map((pair) => one(pair.name)), lack], 'at-least', mustGo)]
}
