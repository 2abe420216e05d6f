import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Credit1Options, Credit2Options, TwinGuest } from '../config/twin-config.ts'
import { simulate } from '../engine/simulate.ts'
import { credit, hog, schedulers } from '../hosts.fixture.ts'

const run = { seed: 5, horizonSeconds: 220, warmupSeconds: 20 }

function shares(
  scheduler: Credit1Options | Credit2Options,
  pCpus: number,
  guests: TwinGuest[],
): number[] {
  return simulate({ pCpus, scheduler, guests }, run).domains.map(({ cpuShare }) => cpuShare)
}

/** Weighted max-min fairness: at most one pCPU each, and what is left over goes by weight. */
function fairShares(weights: number[], pCpus: number): number[] {
  const fair = weights.map(() => 0)
  const open = new Set(weights.keys())
  let left = pCpus
  while (open.size > 0) {
    const total = [...open].reduce((sum, index) => sum + weights[index]!, 0)
    const level = left / total
    const full = [...open].filter((index) => weights[index]! * level >= 1)
    for (const index of full.length > 0 ? full : open) {
      fair[index] = full.length > 0 ? 1 : weights[index]! * level
      open.delete(index)
      left -= fair[index]!
    }
  }
  return fair
}

describe.each(schedulers)('CPU hogs under $name', (scheduler) => {
  test.each([
    [1, [256, 256, 256]],
    [1, [384, 256, 256]],
    [1, [512, 256, 256]],
    [1, [256, 256, 256, 512]],
    [2, [256, 256, 256]],
    [2, [256, 256, 256, 256]],
    [2, [512, 512, 256, 256]],
    [2, [1024, 256, 256]],
  ])('share %i pCPUs by weights %j', (pCpus, weights) => {
    const hogs = weights.map((weight, index) => hog(`vm${index}`, weight))
    const measured = shares(scheduler, pCpus, hogs)
    for (const [index, fair] of fairShares(weights, pCpus).entries()) {
      expect(Math.abs(measured[index]! - fair)).toBeLessThan(0.01)
    }
  })

  test.each([10, 25, 40, 75])('keep a cap of %i %% exactly and leave the rest to others', (cap) => {
    const [capped, free] = shares(scheduler, 1, [hog('capped', 1024, cap), hog('free', 256)])
    expect(capped).toBeCloseTo(cap / 100, 3)
    expect(free).toBeCloseTo(1 - cap / 100, 3)
  })

  test('keep a cap even if the pCPU is idle otherwise', () => {
    const [capped] = shares(scheduler, 1, [hog('alone', 256, 30)])
    expect(capped).toBeCloseTo(0.3, 3)
  })

  test('a cap covers all vCPUs of a domain and guarantees nothing when others compete', () => {
    const wide = { ...hog('wide', 256, 80), vCpus: 2, hogs: 2 }
    expect(shares(scheduler, 2, [wide])[0]).toBeCloseTo(0.8, 3)
    const [capped, ...others] = shares(scheduler, 2, [wide, hog('a', 256), hog('b', 256)])
    expect(capped).toBeGreaterThan(0.785)
    expect(capped).toBeLessThan(0.801)
    expect(capped! + others[0]! + others[1]!).toBeCloseTo(2, 6)
  })

  test('pinned hogs share the pCPU they are pinned to', () => {
    const pinned = (name: string, weight: number, p: number) => ({
      ...hog(name, weight),
      affinity: [[p]],
    })
    const measured = shares(scheduler, 2, [
      pinned('a', 256, 0),
      pinned('b', 768, 0),
      pinned('c', 256, 1),
    ])
    expect(measured[2]).toBeCloseTo(1, 6)
    expect(measured[0]! + measured[1]!).toBeCloseTo(1, 6)
  })

  test('leave no pCPU idle while a vCPU waits, whichever vCPUs they start on', () => {
    const wideGuest = fc
      .tuple(fc.constantFrom(128, 256, 512), fc.integer({ min: 1, max: 4 }))
      .chain(([weight, vCpus]) =>
        fc.integer({ min: 1, max: vCpus }).map((hogs) => ({ weight, vCpus, hogs })),
      )
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(wideGuest, { minLength: 1, maxLength: 5 }),
        (pCpus, drawn) => {
          const guests = drawn.map((wide, index) => ({ ...hog(`vm${index}`, 256), ...wide }))
          const config = { pCpus, scheduler, guests }
          const { domains } = simulate(config, { seed: 1, horizonSeconds: 6, warmupSeconds: 1 })
          const busy = domains.reduce((sum, { cpuShare }) => sum + cpuShare, 0)
          const wanted = guests.reduce((sum, { hogs }) => sum + hogs, 0)
          expect(busy).toBeCloseTo(Math.min(pCpus, wanted), 6)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('a change of weight takes effect at once', () => {
    const { windows } = simulate(
      {
        pCpus: 1,
        scheduler,
        guests: [hog('a', 256), hog('b', 256)],
        changes: [{ atSeconds: 60, domain: 'a', weight: 768 }],
      },
      { seed: 1, horizonSeconds: 120, warmupSeconds: 10, boundariesSeconds: [60] },
    )
    expect(windows.map(({ domains }) => domains[0]!.cpuShare)).toEqual([
      expect.closeTo(0.5, 2),
      expect.closeTo(0.75, 2),
    ])
  })
})

// Measured with xentop on a Xen 4.17 host with one pCPU, whose Domain-0 needed 2.7 %. The heaviest
// gets less than its weight suggests: while it waits for the others' slices, it loses what it earns
// above 300 credits.
test.each([
  [
    [256, 256, 256],
    [0.32, 0.325, 0.32],
  ],
  [
    [384, 256, 256],
    [0.41, 0.285, 0.28],
  ],
  [
    [512, 256, 256],
    [0.47, 0.25, 0.24],
  ],
  [
    [512, 256, 1024],
    [0.28, 0.145, 0.54],
  ],
])('credit1 gives the measured shares with weights %j', (weights, measured) => {
  const background = { utilisation: 0.027, periodSeconds: 0.02, timing: 'poisson' } as const
  const config = {
    pCpus: 1,
    scheduler: credit,
    domain0: { name: 'Domain-0', background },
    guests: weights.map((weight, index) => hog(`vm${index}`, weight)),
  }
  const [, ...guests] = simulate(config, run).domains
  for (const [index, { cpuShare }] of guests.entries()) {
    expect(Math.abs(cpuShare - measured[index]!)).toBeLessThan(0.01)
  }
})

test.each(['3.4', '4.0', '4.1', '4.6', '4.17', '4.18'])(
  'weights are respected in the generation of Xen %s',
  (xenVersion) => {
    const measured = shares({ ...credit, xenVersion }, 1, [hog('a', 512), hog('b', 256)])
    expect(measured[0]).toBeCloseTo(2 / 3, 2)
  },
)

test('before 4.1 the weight of a domain with two vCPUs counts once, since then for each', () => {
  const wide = { ...hog('wide', 256), vCpus: 2, hogs: 2 }
  const of = (xenVersion: string) => shares({ ...credit, xenVersion }, 1, [wide, hog('a', 256)])
  expect(of('4.0')[0]).toBeCloseTo(1 / 2, 2)
  expect(of('4.17')[0]).toBeCloseTo(2 / 3, 2)
})
