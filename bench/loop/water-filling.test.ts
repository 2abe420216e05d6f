import fc from 'fast-check'
import { expect, it } from 'vitest'
import { divideCpus } from './water-filling.ts'

it('divides by weight, and what one cannot take among the others', () => {
  expect([...divideCpus(1, [true, true, true], [1, 2, 1], [1, 1, 1])]).toEqual([0.25, 0.5, 0.25])
  expect([...divideCpus(1, [true, false, true], [1, 2, 3], [1, 1, 1])]).toEqual([0.25, 0, 0.75])
  // 3 of 4 parts of 2 CPUs are more than one vCPU can use.
  expect([...divideCpus(2, [true, true], [3, 1], [1, 1])]).toEqual([1, 1])
  expect([...divideCpus(1, [true, true], [3, 1], [0.4, 1])]).toEqual([0.4, 0.6])
})

it('leaves nothing that anybody could use, and favours nobody', () => {
  const domain = fc.record({
    wants: fc.boolean(),
    weight: fc.integer({ min: 1, max: 65_535 }),
    most: fc.double({ min: 0.05, max: 1, noNaN: true }),
  })
  fc.assert(
    fc.property(fc.array(domain, { maxLength: 8 }), fc.integer({ min: 1, max: 4 }), (all, cpus) => {
      const given = divideCpus(
        cpus,
        all.map(({ wants }) => wants),
        all.map(({ weight }) => weight),
        all.map(({ most }) => most),
      )
      const wanted = all.reduce((sum, { wants, most }) => sum + (wants ? most : 0), 0)
      expect(given.reduce((sum, each) => sum + each, 0)).toBeCloseTo(Math.min(cpus, wanted), 9)
      for (const [index, { wants, weight, most }] of all.entries()) {
        expect(given[index]!).toBeLessThanOrEqual(wants ? most + 1e-12 : 0)
        // Whoever has less than it can use has as much by weight as anybody.
        if (!wants || given[index]! >= most - 1e-12) continue
        for (const [other, each] of all.entries())
          expect(given[other]! / each.weight).toBeLessThanOrEqual(given[index]! / weight + 1e-12)
      }
    }),
  )
})
