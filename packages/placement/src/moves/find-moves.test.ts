import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Move,
  moveSeconds,
  type PlacedGuest,
  type PlacedHost,
  type PlacementProblem,
  PlacementProblemError,
} from '../problem/placement-problem.ts'
import { fits, leastIdle, roomOf } from '../problem/room.ts'
import { buildMoves, everyPair, LACK_SECONDS } from './build-moves.ts'
import { findMoves, type Judge } from './find-moves.ts'
import { LeastLeaving } from './least-leaving.ts'
import { packMoves } from './pack-moves.ts'

const GB = 1e9

const hostOf = (id: string, more: Partial<PlacedHost> = {}): PlacedHost => ({
  id,
  pCpus: 4,
  memoryFreeBytes: 64 * GB,
  mayReceive: true,
  isHot: false,
  ...more,
})

const guestOf = (
  id: string,
  hostId: string | null,
  more: Partial<PlacedGuest> = {},
): PlacedGuest => ({
  id,
  hostId,
  usePCpus: 1,
  needPCpus: 0,
  memoryBytes: 4 * GB,
  mayMove: true,
  allowedHostIds: null,
  apartGroups: [],
  ...more,
})

/** 15 guests on each host, and those of the hot hosts use so many pCPUs each. */
function poolOfAlike(hot: number, calm: number, hotPCpus: number): PlacementProblem {
  const hosts = [
    ...Array.from({ length: hot }, (_, n) => hostOf(`hot${n}`, { isHot: true })),
    ...Array.from({ length: calm }, (_, n) => hostOf(`calm${n}`)),
  ]
  const guests = hosts.flatMap(({ id, isHot }) =>
    Array.from({ length: 15 }, (_, n) =>
      guestOf(`${id} ${n}`, id, { usePCpus: isHot ? hotPCpus : 0.1, needPCpus: 0.5 }),
    ),
  )
  return { hosts, guests }
}

const movesOf = ({ waves }: { waves: Move[][] }) =>
  waves
    .flat()
    .map(({ guestId, toHostId }) => `${guestId} ${toHostId}`)
    .sort()

describe('findMoves', () => {
  it('moves the guest that costs least and relieves enough', async () => {
    const found = await findMoves({
      hosts: [hostOf('a', { isHot: true, pCpus: 2 }), hostOf('b')],
      guests: [
        guestOf('large', 'a', { memoryBytes: 32 * GB }),
        guestOf('small', 'a', { memoryBytes: 2 * GB }),
        guestOf('useless', 'a', { memoryBytes: GB, usePCpus: 0 }),
      ],
    })
    expect(movesOf(found)).toEqual(['small b'])
    expect(found.lacks).toEqual([])
    expect(found.proof).toMatchObject({ isOptimal: true, rounds: 1, judgeAgrees: true })
    expect(found.proof.gap).toBeLessThan(0.2)
  })

  it('has nothing to do where no host is hot', async () => {
    const found = await findMoves({
      hosts: [hostOf('a'), hostOf('b')],
      guests: [guestOf('g', 'a')],
    })
    expect(found).toMatchObject({ waves: [], lacks: [], proof: { isOptimal: true, gap: 0 } })
  })

  it('says what is lacking where no host has room', async () => {
    const found = await findMoves({
      hosts: [hostOf('a', { isHot: true, pCpus: 1 }), hostOf('b', { memoryFreeBytes: GB })],
      guests: [guestOf('g', 'a', { needPCpus: 0.5 })],
    })
    expect(found.waves).toEqual([])
    expect(found.lacks).toEqual([{ hostId: 'a', pCpus: expect.closeTo(0.5, 9) }])
  })

  it('keeps the members of a group on different hosts', async () => {
    const apart = { apartGroups: ['db'] }
    const found = await findMoves({
      hosts: [hostOf('a', { isHot: true, pCpus: 0.5 }), hostOf('b'), hostOf('c')],
      guests: [
        guestOf('one', 'a', apart),
        guestOf('two', 'a', apart),
        guestOf('three', 'b', apart),
      ],
    })
    expect(movesOf(found)).toHaveLength(1)
    expect(movesOf(found)[0]).toMatch(/ c$/)
    // One stays, on half a pCPU of which a tenth is to be idle.
    expect(found.lacks).toEqual([{ hostId: 'a', pCpus: expect.closeTo(0.55, 9) }])
  })

  it('keeps as much idle as the tightest target needs, there and where it goes', async () => {
    const tight = guestOf('tight', 'a', { needPCpus: 1.5 })
    const guests = [tight, guestOf('calm', 'a'), guestOf('b1', 'b'), guestOf('b2', 'b')]
    const hosts = [hostOf('a', { isHot: true, pCpus: 3 }), hostOf('b', { pCpus: 4 })]
    // Either would do for a; at b only the calm one leaves enough idle for itself.
    expect(movesOf(await findMoves({ hosts, guests }))).toEqual(['calm b'])
    const other = [hosts[0]!, hostOf('b', { pCpus: 4.5 })]
    const large = guests.map((each) =>
      each.id === 'calm' ? { ...each, memoryBytes: 9 * GB } : each,
    )
    expect(movesOf(await findMoves({ hosts: other, guests: large }))).toEqual(['tight b'])
  })

  it('places guests that have no host, and says which it cannot', async () => {
    const found = await findMoves({
      hosts: [hostOf('a'), hostOf('b', { mayReceive: false })],
      guests: [guestOf('new', null), guestOf('huge', null, { memoryBytes: 100 * GB })],
    })
    expect(movesOf(found)).toEqual(['new a'])
    expect(found.homeless).toEqual(['huge'])
  })

  it('asks the judge about every host that a move touches, until it agrees', async () => {
    const hosts = [hostOf('a', { isHot: true, pCpus: 2 }), hostOf('b'), hostOf('c')]
    const guests = [guestOf('one', 'a'), guestOf('two', 'a'), guestOf('there', 'c')]
    const asked: string[] = []
    const found = await findMoves(
      { hosts, guests },
      {
        judge: (hostId, there) => {
          asked.push(`${hostId}: ${there.map(({ id }) => id).sort()}`)
          return hostId !== 'b'
        },
      },
    )
    expect(movesOf(found)).toEqual(['one c'])
    expect(found.proof.rounds).toBeGreaterThan(1)
    expect(asked).toContain('b: one')
    expect(asked).toContain('c: one,there')
  })

  it('makes no moves to which the judge objects to the end', async () => {
    const found = await findMoves(
      {
        hosts: [hostOf('a', { isHot: true, pCpus: 2 }), hostOf('b')],
        guests: [guestOf('one', 'a'), guestOf('two', 'a'), guestOf('three', 'a')],
      },
      { judge: (hostId) => hostId === 'b' },
    )
    // With all of them gone the judge still objects, so the rest is lacking.
    expect(found.lacks).toEqual([{ hostId: 'a', pCpus: null }])
  })

  it('does not make up how much is lacking where the rooms lack nothing', async () => {
    const found = await findMoves(
      { hosts: [hostOf('a', { isHot: true }), hostOf('b')], guests: [guestOf('one', 'a')] },
      { judge: (hostId) => hostId === 'b' },
    )
    expect(found.lacks).toEqual([{ hostId: 'a', pCpus: null }])
  })

  it('lets a host that the judge refuses to the end keep no other from its moves', async () => {
    const hot = { isHot: true, pCpus: 4 }
    const found = await findMoves(
      {
        hosts: [hostOf('a', hot), hostOf('z', hot), hostOf('b'), hostOf('c')],
        guests: ['a', 'z'].flatMap((host) =>
          Array.from({ length: 40 }, (_, n) => guestOf(`${host}${n}`, host, { usePCpus: 0.1 })),
        ),
      },
      { judge: (hostId) => hostId !== 'z' },
    )
    expect(found.proof).toMatchObject({ judgeAgrees: false, isOptimal: false, gap: null })
    expect(found.waves.flat().map(({ fromHostId }) => fromHostId)).toContain('a')
    expect(found.waves.flat().map(({ fromHostId }) => fromHostId)).not.toContain('z')
    expect(found.lacks).toEqual([{ hostId: 'z', pCpus: expect.closeTo(0.4, 9) }])
  })

  it('has an answer where the program has none in its time', async () => {
    const found = await findMoves(poolOfAlike(8, 56, 0.26), { timeLimitSeconds: 0.002 })
    expect(found.waves.flat()).toHaveLength(16)
    expect(found.lacks).toEqual([])
    expect(found.proof.gap).toBeLessThan(0.2)
  })

  it.each([
    ['unknown-host', { hosts: [hostOf('a')], guests: [guestOf('g', 'b')] }],
    ['repeated-id', { hosts: [hostOf('a'), hostOf('a')], guests: [] }],
    ['repeated-id', { hosts: [], guests: [guestOf('g', null), guestOf('g', null)] }],
    ['not-a-number', { hosts: [hostOf('a', { pCpus: Number.NaN })], guests: [] }],
    ['not-a-number', { hosts: [hostOf('a')], guests: [guestOf('g', 'a', { usePCpus: -1 })] }],
  ])('refuses %s', async (code, problem) => {
    await expect(findMoves(problem)).rejects.toMatchObject({ code })
    await expect(findMoves(problem)).rejects.toBeInstanceOf(PlacementProblemError)
  })

  it('finds the least cost there is, by enumeration', async () => {
    await fc.assert(
      fc.asyncProperty(smallPools, async (problem) => {
        const found = await findMoves(problem)
        const moves = found.waves.flat()
        const least = Math.min(...everyChoice(problem).map((each) => costOf(problem, each)))
        expect(costOf(problem, new Map(moves.map((m) => [m.guestId, m.toHostId])))).toBeCloseTo(
          least,
          3,
        )
        // No host has two moves in one wave, and the gap is what it says.
        for (const wave of found.waves) {
          const hosts = wave.flatMap((m) => [m.fromHostId, m.toHostId])
          expect(new Set(hosts).size).toBe(hosts.length)
        }
        if (found.proof.gap !== null) expect(found.proof.gap).toBeGreaterThanOrEqual(0)
        const leaving = new LeastLeaving(problem, everyPair(problem))
        expect((await leaving.apart([])).cost).toBeLessThanOrEqual(least + 1e-6)
        expect((await leaving.together([])).cost).toBeLessThanOrEqual(least + 1e-6)
      }),
      { numRuns: 60 },
    )
  })
})

describe('with a judge for whom more use is never better', () => {
  // Whole tenths, so that no sum is one of rounding.
  const judgeOf =
    ({ hosts }: PlacementProblem, tenths: number): Judge =>
    (hostId, there) => {
      const { pCpus } = hosts.find(({ id }) => id === hostId)!
      const use = there.reduce((sum, { usePCpus }) => sum + Math.round(10 * usePCpus), 0)
      return use <= tenths * pCpus
    }

  it('finds the least cost of what the judge agrees to, by enumeration', async () => {
    const seen = { askedAgain: 0, givenUp: 0 }
    await fc.assert(
      fc.asyncProperty(crowdedPools, fc.integer({ min: 4, max: 8 }), async (problem, tenths) => {
        const { hosts, guests } = problem
        const judge = judgeOf(problem, tenths)
        const agreed = everyChoice(problem).filter((choice) => {
          const isTouched = (id: string) =>
            [...choice].some(
              ([guest, to]) => to === id || guests.find((g) => g.id === guest)!.hostId === id,
            )
          return (
            costOf(problem, choice) < LACK_SECONDS / 100 &&
            hosts.every(
              ({ id }) =>
                !isTouched(id) ||
                judge(
                  id,
                  guests.filter((guest) => (choice.get(guest.id) ?? guest.hostId) === id),
                ),
            )
          )
        })
        if (agreed.length === 0) return
        const found = await findMoves(problem, { judge })
        if (found.proof.rounds > 1) seen.askedAgain++
        if (!found.proof.judgeAgrees) {
          seen.givenUp++
          return
        }
        const moves = new Map(found.waves.flat().map((m) => [m.guestId, m.toHostId]))
        const least = Math.min(...agreed.map((choice) => costOf(problem, choice)))
        expect(costOf(problem, moves)).toBeCloseTo(least, 3)
      }),
      { numRuns: 150 },
    )
    expect(seen.givenUp).toBeLessThan(seen.askedAgain / 5)
  })

  it('does not try guests that are alike one after the other', async () => {
    const problem = poolOfAlike(4, 12, 0.3)
    const found = await findMoves(problem, { judge: judgeOf(problem, 7) })
    // 9 of 15 stay on each hot host, and each of the others can take 4 more.
    expect(found.waves.flat()).toHaveLength(4 * 6)
    expect(found.proof.judgeAgrees).toBe(true)
  })
})

describe('packMoves', () => {
  it('makes one of the choices there are, and says what it lacks', () => {
    fc.assert(
      fc.property(smallPools, (problem) => {
        const pairs = everyPair(problem)
        const packed = packMoves(problem, pairs, [])
        const choice = new Map(packed.moves.map(([guest, host]) => [guest.id, host.id]))
        expect(everyChoice(problem)).toContainEqual(choice)
        const cost = buildMoves(problem, pairs, []).costOf(packed)
        expect(cost).toBeCloseTo(costOf(problem, choice), 3)
      }),
      { numRuns: 300 },
    )
  })
})

/** All guests are on one hot host, and there is more room than a strict judge gives. */
const crowdedPools = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 9 })), {
    minLength: 3,
    maxLength: 6,
  })
  .map(
    (guests): PlacementProblem => ({
      hosts: [hostOf('h0', { isHot: true, pCpus: 2 }), hostOf('h1', { pCpus: 1 }), hostOf('h2')],
      guests: guests.map(([use, memory], index) =>
        guestOf(`g${index}`, 'h0', { usePCpus: use / 10, memoryBytes: memory * GB }),
      ),
    }),
  )

const smallPools = fc
  .record({
    pCpus: fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 4 }),
    hot: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
    guests: fc.array(
      fc.record({
        at: fc.nat({ max: 3 }),
        need: fc.integer({ min: 0, max: 20 }),
        use: fc.integer({ min: 0, max: 15 }),
        memory: fc.integer({ min: 1, max: 40 }),
        mayMove: fc.boolean(),
        group: fc.constantFrom([], [], ['g']),
      }),
      { minLength: 1, maxLength: 5 },
    ),
  })
  .map(
    ({ pCpus, hot, guests }): PlacementProblem => ({
      hosts: pCpus.map((count, index) =>
        hostOf(`h${index}`, { pCpus: count, isHot: hot[index]!, memoryFreeBytes: 50 * GB }),
      ),
      guests: guests.map(({ at, need, use, memory, mayMove, group }, index) =>
        guestOf(`g${index}`, `h${at % pCpus.length}`, {
          needPCpus: need / 10,
          usePCpus: use / 10,
          memoryBytes: memory * GB,
          mayMove,
          apartGroups: group,
        }),
      ),
    }),
  )

/** Every way in which guests of hot hosts stay or go, that keeps the rooms. */
function everyChoice(problem: PlacementProblem): Map<string, string>[] {
  const { hosts, guests } = problem
  let choices: Map<string, string>[] = [new Map()]
  for (const guest of guests) {
    if (!guest.mayMove || !hosts.find(({ id }) => id === guest.hostId)!.isHot) continue
    const places = hosts.filter((host) => fits(guest, host, roomOf(host, guests), problem))
    choices = choices.flatMap((choice) => [
      choice,
      ...places.map(({ id }) => new Map([...choice, [guest.id, id]])),
    ])
  }
  return choices.filter((choice) => Number.isFinite(costOf(problem, choice)))
}

/** Infinity where a host has no room for what arrives. */
function costOf({ hosts, guests }: PlacementProblem, choice: Map<string, string>): number {
  let cost = 0
  for (const host of hosts) {
    const room = roomOf(host, guests)
    const arriving = guests.filter(({ id }) => choice.get(id) === host.id)
    const sum = (of: (guest: PlacedGuest) => number, all = arriving) =>
      all.reduce((total, each) => total + of(each), 0)
    const groups = arriving.flatMap(({ apartGroups }) => apartGroups)
    if (arriving.length > 0) {
      const need = Math.max(room.needPCpus, ...arriving.map(({ needPCpus }) => needPCpus))
      if (sum((g) => g.usePCpus) + need > room.idlePCpus + 1e-9) return Number.POSITIVE_INFINITY
      if (sum((g) => g.memoryBytes) > room.memoryBytes) return Number.POSITIVE_INFINITY
      if (new Set(groups).size < groups.length) return Number.POSITIVE_INFINITY
    }
    const full = 1 - Math.max(0, room.idlePCpus) / host.pCpus
    cost += sum((guest) => moveSeconds(guest) + 5 * full)
    if (!host.isHot) continue
    const leaving = guests.filter(({ id, hostId }) => hostId === host.id && choice.has(id))
    const staying = guests.filter(({ id, hostId }) => hostId === host.id && !choice.has(id))
    const need = Math.max(leastIdle(host), ...staying.map(({ needPCpus }) => needPCpus))
    const gone = sum((g) => g.usePCpus, leaving)
    const lack = Math.max(0, 0.05 * host.pCpus - gone, need - room.idlePCpus - gone)
    cost += LACK_SECONDS * lack
  }
  return cost
}
