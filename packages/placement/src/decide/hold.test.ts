import { describe, expect, it } from 'vitest'
import type { PlacedGuest, PlacedHost, PlacementProblem } from '../problem/placement-problem.ts'
import {
  asPlaced,
  FRESH_MEMORY,
  movesLeft,
  rememberHot,
  rememberMove,
  ripeProblem,
} from './hold.ts'

const policy = {
  holdSeconds: 300,
  overfullUse: 1.05,
  hostRestSeconds: 600,
  guestRestSeconds: 3600,
}
const place = { pCpus: 4, memoryFreeBytes: 1e9, mayReceive: true, isHot: false }
const problem: PlacementProblem = {
  hosts: [
    { ...place, id: 'a' },
    { ...place, id: 'b' },
  ],
  guests: [
    {
      id: 'g',
      hostId: 'a',
      usePCpus: 1,
      needPCpus: 1,
      memoryBytes: 1,
      mayMove: true,
      allowedHostIds: null,
      apartGroups: [],
    },
  ],
}
const move = { guestId: 'g', fromHostId: 'a', toHostId: 'b', seconds: 10 }
const stateAt = (memory: typeof FRESH_MEMORY, now: number, usePCpus = 1) => {
  const asked = { ...problem, guests: [{ ...problem.guests[0]!, usePCpus }] }
  const { hosts, guests } = ripeProblem(asked, memory, policy, now)
  return {
    hot: hosts.filter(({ isHot }) => isHot).map(({ id }) => id),
    receiving: hosts.filter(({ mayReceive }) => mayReceive).map(({ id }) => id),
    mayMove: guests[0]!.mayMove,
  }
}

describe('hold and rest', () => {
  it('acts on a host that has been hot for the hold, and lets a hot one receive nothing', () => {
    let memory = rememberHot(FRESH_MEMORY, ['a'], 1000)
    memory = rememberHot(memory, ['a'], 1200)
    expect(stateAt(memory, 1299)).toMatchObject({ hot: [], receiving: ['b'] })
    expect(stateAt(memory, 1300)).toMatchObject({ hot: ['a'], receiving: ['b'] })
  })

  it('begins the hold anew once the host was not hot', () => {
    let memory = rememberHot(FRESH_MEMORY, ['a'], 1000)
    memory = rememberHot(memory, [], 1200)
    memory = rememberHot(memory, ['a'], 1250)
    expect(stateAt(memory, 1300).hot).toEqual([])
    expect(stateAt(memory, 1550).hot).toEqual(['a'])
  })

  it('does not wait where more is asked for than the host has, but lets it rest after a move', () => {
    const memory = rememberHot(FRESH_MEMORY, ['a'], 1000)
    expect(stateAt(memory, 1000, 4.1).hot).toEqual([])
    expect(stateAt(memory, 1000, 4.3).hot).toEqual(['a'])
    expect(stateAt(FRESH_MEMORY, 1000, 4.3).hot).toEqual([])
    expect(stateAt(rememberMove(memory, move, 1000), 1500, 4.3).hot).toEqual([])
  })

  it('leaves both hosts and the guest of a move alone for their rests', () => {
    const memory = rememberMove(rememberHot(FRESH_MEMORY, ['a'], 0), move, 1000)
    expect(stateAt(memory, 1599)).toEqual({ hot: [], receiving: [], mayMove: false })
    expect(stateAt(memory, 1600)).toEqual({ hot: ['a'], receiving: ['b'], mayMove: false })
    expect(stateAt(memory, 4600).mayMove).toBe(true)
  })
})

describe('moves that were decided together', () => {
  const guest = problem.guests[0]!
  const both: PlacementProblem = { ...problem, guests: [guest, { ...guest, id: 'k' }] }
  const other = { ...move, guestId: 'k' }
  const leftAt = (memory: typeof FRESH_MEMORY, now: number, left = both) =>
    movesLeft([move, other], left, memory, policy, now)

  it('follow each other while the host that they leave is hot, and nobody waits for its rest', () => {
    const hot = rememberHot(FRESH_MEMORY, ['a'], 0)
    expect(leftAt(hot, 1000)).toEqual([])
    const begun = rememberMove(hot, move, 1000)
    expect(leftAt(begun, 1599)).toEqual([other])
    expect(leftAt(begun, 1600)).toEqual([])
    expect(leftAt(rememberHot(begun, [], 1200), 1200)).toEqual([])
  })

  it('are left out where the guest has gone elsewhere, or may no longer go', () => {
    const begun = rememberMove(rememberHot(FRESH_MEMORY, ['a'], 0), move, 1000)
    const changed = (guest: Partial<PlacedGuest>, host: Partial<PlacedHost> = {}) =>
      leftAt(begun, 1100, {
        hosts: both.hosts.map((each) => (each.id === 'b' ? { ...each, ...host } : each)),
        guests: both.guests.map((each) => (each.id === 'k' ? { ...each, ...guest } : each)),
      })
    expect(changed({})).toEqual([other])
    expect(changed({ hostId: 'b' })).toEqual([])
    expect(changed({ mayMove: false })).toEqual([])
    expect(changed({ allowedHostIds: ['a'] })).toEqual([])
    expect(changed({}, { mayReceive: false })).toEqual([])
    expect(changed({}, { id: 'c' })).toEqual([])
  })

  it('are left out where the host that they go to has become hot', () => {
    const begun = rememberMove(rememberHot(FRESH_MEMORY, ['a', 'b'], 0), move, 1000)
    expect(leftAt(begun, 1100)).toEqual([])
  })

  it('count where they go', () => {
    expect(asPlaced(both, [other]).guests.map(({ hostId }) => hostId)).toEqual(['a', 'b'])
  })
})
