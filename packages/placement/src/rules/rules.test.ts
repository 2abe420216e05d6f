import { describe, expect, it } from 'vitest'
import type { PlacedGuest, PlacedHost } from '../problem/placement-problem.ts'
import { proxmoxImbalance, proxmoxMove } from './proxmox-move.ts'
import { sandpiperMoves } from './sandpiper-moves.ts'
import { xenOrchestraMoves } from './xen-orchestra-moves.ts'

const GB = 1e9
const hostOf = (id: string, memoryFreeGb = 50, more: Partial<PlacedHost> = {}): PlacedHost => ({
  id,
  pCpus: 4,
  memoryFreeBytes: memoryFreeGb * GB,
  mayReceive: true,
  isHot: false,
  ...more,
})
const guestOf = (
  id: string,
  hostId: string,
  usePCpus: number,
  memoryGb = 10,
  more: Partial<PlacedGuest> = {},
): PlacedGuest => ({
  id,
  hostId,
  usePCpus,
  needPCpus: 0,
  memoryBytes: memoryGb * GB,
  mayMove: true,
  allowedHostIds: null,
  apartGroups: [],
  ...more,
})
const shown = (moves: readonly { guestId: string; toHostId: string }[]) =>
  moves.map(({ guestId, toHostId }) => `${guestId} ${toHostId}`)
const hot = new Set(['a'])

describe('SandPiper', () => {
  it('moves the guest of the highest volume per byte to the host of the least volume', () => {
    // VSR: 1 / (1 - 0.4) / 10 of `small` beats 1 / (1 - 0.45) / 40 of `large`.
    const guests = [
      guestOf('large', 'a', 1.8, 40),
      guestOf('small', 'a', 1.6),
      guestOf('there', 'b', 1),
    ]
    const hosts = [hostOf('a'), hostOf('b'), hostOf('c')]
    expect(shown(sandpiperMoves({ hosts, guests }, hot))).toEqual(['small c'])
  })

  it('exchanges where no host has room, and only for guests of lower volume per byte', () => {
    const guests = [
      guestOf('busy', 'a', 2.4),
      guestOf('calm', 'a', 0.8),
      guestOf('idle', 'b', 0.2, 10),
      guestOf('steady', 'b', 0.4, 45),
    ]
    // With `busy` there is no memory at b, until `idle` is gone.
    const hosts = [hostOf('a', 20), hostOf('b', 5)]
    expect(shown(sandpiperMoves({ hosts, guests }, hot))).toEqual(['busy b', 'idle a'])
  })

  it('leaves a host that no move brings below the threshold', () => {
    const hosts = [hostOf('a'), hostOf('b')]
    expect(sandpiperMoves({ hosts, guests: [guestOf('g', 'a', 3.5)] }, hot)).toEqual([])
  })
})

describe('Xen Orchestra', () => {
  it('sends the busiest guests to the host that uses least, while that uses less', () => {
    const guests = [
      guestOf('x', 'a', 1.5),
      guestOf('y', 'a', 1),
      guestOf('z', 'a', 0.8),
      guestOf('there', 'b', 1),
    ]
    const hosts = [hostOf('a'), hostOf('b'), hostOf('c')]
    // After x went to c, a has 1.8; y at b would make 2.0, more than the 0.8 that a has then.
    expect(shown(xenOrchestraMoves({ hosts, guests }, hot))).toEqual(['x c'])
  })

  it('leaves a host alone whose half hour was calm, and one without room of memory', () => {
    const calm = { hosts: [hostOf('a'), hostOf('b')], guests: [guestOf('x', 'a', 3)] }
    expect(xenOrchestraMoves(calm, hot)).toEqual([])
    const full = {
      hosts: [hostOf('a'), hostOf('b', 5)],
      guests: [guestOf('x', 'a', 1.6), guestOf('y', 'a', 1.6)],
    }
    expect(xenOrchestraMoves(full, hot)).toEqual([])
  })
})

describe('Proxmox', () => {
  const hosts = [hostOf('a'), hostOf('b')]
  const guests = [
    guestOf('x', 'a', 1.6),
    guestOf('y', 'a', 1.6),
    guestOf('z', 'b', 0, 10, { mayMove: false }),
  ]

  it('measures the deviation over the mean', () => {
    // a: (0.8 + 20 / 70) / 2, b: (0 + 10 / 60) / 2; for two, deviation over mean is |a - b| / (a + b).
    const [a, b] = [(0.8 + 20 / 70) / 2, 10 / 60 / 2]
    expect(proxmoxImbalance({ hosts, guests })).toBeCloseTo((a - b) / (a + b), 12)
  })

  it('makes the one move that lowers it most, and none that lowers it too little', () => {
    const move = proxmoxMove({ hosts, guests })!
    expect(shown([move])).toEqual(['x b'])
    const after = guests.map((each) => (each.id === 'x' ? { ...each, hostId: 'b' } : each))
    const moved = [hostOf('a', 60), hostOf('b', 40)]
    expect(proxmoxImbalance({ hosts: moved, guests: after })).toBeLessThan(0.15)
    expect(proxmoxMove({ hosts: moved, guests: after })).toBeNull()
  })
})

it('keeps what the pool forbids, whatever the rule', () => {
  const hosts = [hostOf('a'), hostOf('b', 50, { mayReceive: false }), hostOf('c')]
  const guests = [
    guestOf('pinned', 'a', 1.9, 10, { mayMove: false }),
    guestOf('elsewhere', 'a', 1.9, 10, { allowedHostIds: ['a', 'b'] }),
  ]
  expect(sandpiperMoves({ hosts, guests }, hot)).toEqual([])
  expect(xenOrchestraMoves({ hosts, guests }, hot)).toEqual([])
  expect(proxmoxMove({ hosts, guests })).toBeNull()
})
