import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findHeadroom, type Limit } from './headroom.ts'

/** M/M/1: R = x / (1 - f rho), so a target T is exceeded from f = (1 - x / T) / rho. */
const queue = (serviceSeconds: number, utilisation: number) => (factor: number) =>
  factor * utilisation >= 1 ? null : serviceSeconds / (1 - factor * utilisation)

const search = (limits: Limit[], ...times: ((factor: number) => number | null)[]) =>
  findHeadroom({
    limits,
    timesAt: (factor) =>
      new Map(limits.map(({ domain }, index) => [domain, within10Percent(times[index]!(factor))])),
  })

function within10Percent(seconds: number | null) {
  return seconds === null
    ? null
    : { seconds, lowSeconds: seconds / 1.1, highSeconds: seconds * 1.1 }
}

describe('findHeadroom', () => {
  it('finds where a target breaks, as the closed form does', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0.3, max: 0.95, noNaN: true }),
        fc.double({ min: 1.2, max: 20, noNaN: true }),
        async (utilisation, stretch) => {
          const expected = (1 - 1 / stretch) / utilisation
          const [found] = await search(
            [{ domain: 'vm1', targetSeconds: 10 * stretch }],
            queue(10, utilisation),
          )
          expect(found!.breaksAtFactor! / expected).toBeCloseTo(1, 2)
          expect(found!.limit).toBe('target')
          // x / (1 - f rho) times or over 1.1 reaches the target where 1 - f rho = 1.1 x / T or x / 1.1 T.
          const { lowFactor, highFactor } = found!.breaksBetween!
          expect(highFactor! / ((1 - 1 / (1.1 * stretch)) / utilisation)).toBeCloseTo(1, 1)
          if (stretch > 1.3) {
            expect(lowFactor / ((1 - 1.1 / stretch) / utilisation)).toBeCloseTo(1, 1)
          }
          expect(found!.points.length).toBeLessThanOrEqual(60)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('finds where the queue grows without bound when no target breaks before', async () => {
    const [without, generous] = await search(
      [
        { domain: 'vm1', targetSeconds: null },
        { domain: 'vm2', targetSeconds: 50 },
      ],
      queue(10, 0.5),
      (factor) => (factor < 2 ? 20 : null),
    )
    for (const found of [without!, generous!]) {
      expect(found.limit).toBe('saturation')
      expect(found.breaksAtFactor).toBeCloseTo(2, 1)
      expect(found.points.every(({ loadFactor }) => loadFactor < 2)).toBe(true)
    }
  })

  it('reports when nothing breaks within the search range, and when all targets are already missed', async () => {
    const limits = [
      { domain: 'vm1', targetSeconds: 100 },
      { domain: 'vm2', targetSeconds: 5 },
      { domain: 'vm3', targetSeconds: 5 },
    ]
    const [calm, over, hopeless] = await search(limits, queue(10, 0.1), queue(10, 0.1), () => null)
    expect(calm).toMatchObject({ breaksAtFactor: null, limit: null })
    expect(calm!.points.at(-1)!.loadFactor).toBe(5)
    expect(over).toMatchObject({ breaksAtFactor: 0.05, limit: 'target' })
    expect(over!.points.length).toBeGreaterThan(10)
    expect(hopeless).toMatchObject({ breaksAtFactor: 0.05, limit: 'saturation', points: [] })
  })

  it('gives points in order, without repeating any', async () => {
    const [found] = await search([{ domain: 'vm1', targetSeconds: 40 }], queue(10, 0.7))
    const factors = found!.points.map(({ loadFactor }) => loadFactor)
    expect(factors).toEqual([...new Set(factors)].sort((a, b) => a - b))
  })
})
