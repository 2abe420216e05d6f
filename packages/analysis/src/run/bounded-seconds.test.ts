import {
  boostLab,
  connectionPath,
  type GuestLoad,
  linuxTick,
  paper1Host,
  realTimeLab,
  type TwinConfig,
} from '@steelyard/simulator'
import { describe, expect, it } from 'vitest'
import { boundedSeconds, boundNotes } from './bounded-seconds.ts'

const quiet: TwinConfig = { pCpus: 1, scheduler: { name: 'credit' }, guests: [{ name: 'vm1' }] }
const each = (configs: { config: TwinConfig }[], runs: number) =>
  configs.map(({ config }) => ({ config, runs }))

/** The heaviest task set that the contract accepts. */
const heaviest = realTimeLab({
  pCpus: 128,
  share: 'equal',
  realTime: Array.from({ length: 32 }, (_, index) => ({
    name: `rt${index}`,
    executionSeconds: 0.0005,
    periodSeconds: index === 0 ? 10 : 0.001,
  })),
  others: Array.from({ length: 64 }, (_, index) => ({ name: `vm${index}`, weight: 256 })),
})

/** As many requests as are kept of a recording, times the load factor of a question. */
function recorded(factor: number): TwinConfig {
  const count = 200_000 * factor
  const seconds = Float64Array.from({ length: count }, (_, index) => (index * 900) / count)
  const load: GuestLoad = {
    arrivals: { kind: 'times', seconds },
    serviceTime: { kind: 'constant', seconds: 0.001 },
    path: connectionPath({ domain0Seconds: 0.0004, guestSeconds: 0.0002 }),
  }
  const domain0 = { name: 'Domain-0', tick: linuxTick }
  return { ...quiet, domain0, guests: [{ name: 'vm1', tick: linuxTick, load }] }
}

describe('how long a run may be', () => {
  it('is the requested length for ordinary questions', () => {
    const paper1 = [
      ...each(boostLab(paper1Host()), 20),
      ...each(boostLab(paper1Host('bandwidth')), 5),
    ]
    expect(boundedSeconds(300, paper1)).toBe(300)
    const twoTasks = realTimeLab({
      pCpus: 4,
      share: 'equal',
      others: [{ name: 'vm1', weight: 256 }],
      realTime: [
        { name: 'rt1', periodSeconds: 0.01, executionSeconds: 0.004 },
        { name: 'rt2', periodSeconds: 10, executionSeconds: 2 },
      ],
    })
    expect(boundedSeconds(500, each(twoTasks, 20))).toBe(500)
    expect(boundedSeconds(900, [{ config: recorded(1), runs: 240 }])).toBe(900)
  })

  it('is shorter where each second is more work, so that the total work stays the same', () => {
    expect(boundedSeconds(500, each(heaviest, 2))).toBe(500)
    const [of5, of10, of20] = [5, 10, 20].map((runs) => boundedSeconds(1e4, each(heaviest, runs)))
    expect(of5! / of10!).toBeCloseTo(2, 1)
    expect(of10! / of20!).toBeCloseTo(2, 1)
    expect(of20).toBeLessThan(100)
    const longer = boundedSeconds(1e6, [{ config: quiet, runs: 1000 }])
    expect(longer).toBeLessThan(1e6)
    expect(
      boundedSeconds(1e6, [
        { config: quiet, runs: 1000 },
        { config: quiet, runs: 1000 },
      ]),
    ).toBeCloseTo(longer / 2, -1)
    const larger = { ...quiet, pCpus: 129 }
    expect(boundedSeconds(1e6, [{ config: larger, runs: 1000 }])).toBeLessThan(0.4 * longer)
  })

  it('is also bounded for a multiple of the recorded load, and ends before a burst of simultaneous requests', () => {
    const busy = boundedSeconds(900, [{ config: recorded(25), runs: 80 }])
    expect(busy).toBeLessThan(900)
    const seconds = Float64Array.from({ length: 5e6 }, (_, index) => 60 + index / 1e6)
    const crowd = recorded(1)
    crowd.guests[0]!.load!.arrivals = { kind: 'times', seconds }
    const bounded = boundedSeconds(900, [{ config: crowd, runs: 40 }])
    expect(bounded).toBeGreaterThan(59)
    expect(bounded).toBeLessThan(65)
  })
})

it('comes with a note where less is played than was requested', () => {
  expect(boundNotes(300, 300)).toEqual([])
  expect(boundNotes(0.123, 900)).toEqual([{ code: 'bounded', seconds: 0.123, wantedSeconds: 900 }])
})
