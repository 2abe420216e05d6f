import fc from 'fast-check'
import { expect, it } from 'vitest'
import { automaticDomain0Weight } from './automatic-domain0-weight.ts'

const guest = (weight: number, activeVCpus = 1) => ({ weight, activeVCpus })

it.each([
  // 4 pCPUs, one for Domain-0: (256 + 256 + 256) / 3.
  [4, 1, [guest(256), guest(256), guest(256)], 256],
  // A vCPU counts like a domain: 2 x 300 / 3.
  [4, 1, [guest(300, 2)], 200],
  // 2 of 4 pCPUs are just half: 1024 / 2.
  [4, 2, [guest(512), guest(512)], 512],
  // 3 of 4 are more than the rest, so all three weigh as much as the others: 900 / 3.
  [4, 3, [guest(900)], 300],
  [4, 16, [guest(1600)], 100],
  [8, 2, [guest(256, 4), guest(100, 2)], 204],
  [2, 1, [guest(65_535, 2)], 65_535],
  [1, 1, [guest(256)], null],
  [4, 0, [guest(256)], null],
  [4, 1, [], null],
  [4, 1, [guest(2)], null],
] as const)(
  'on %i pCPUs, with %i active vCPUs of its own, beside %j: %s',
  (pCpus, own, others, weight) => {
    expect(automaticDomain0Weight(pCpus, own, others)).toBe(weight)
  },
)

const domains = fc.array(
  fc.record({
    weight: fc.integer({ min: 1, max: 65_535 }),
    activeVCpus: fc.integer({ min: 1, max: 16 }),
  }),
  { minLength: 1, maxLength: 8 },
)
const pCpus = fc.integer({ min: 2, max: 128 })
const own = fc.integer({ min: 1, max: 16 })
const sumOf = (of: { weight: number; activeVCpus: number }[]) =>
  of.reduce((sum, { weight, activeVCpus }) => sum + weight * activeVCpus, 0)

it('gives its vCPUs a pCPU each and never more than half, but for rounding and Xen’s greatest weight', () => {
  fc.assert(
    fc.property(pCpus, own, domains, (count, vCpus, others) => {
      const weight = automaticDomain0Weight(count, vCpus, others)
      fc.pre(weight !== null)
      expect(weight).toBeGreaterThanOrEqual(1)
      expect(weight).toBeLessThanOrEqual(65_535)
      const share = (of: number) => (of * vCpus) / (of * vCpus + sumOf(others))
      const wanted = Math.min(vCpus / count, 1 / 2)
      expect(share(weight)).toBeLessThanOrEqual(wanted + 1e-12)
      if (weight < 65_535) expect(share(weight + 1)).toBeGreaterThan(wanted - 1e-12)
    }),
  )
})

it('rises with the others’ weights, and with its own vCPUs as long as they are no more than half', () => {
  fc.assert(
    fc.property(pCpus, own, domains, (count, vCpus, others) => {
      const weight = automaticDomain0Weight(count, vCpus, others) ?? 0
      const heavier = others.map((each) => ({ ...each, weight: each.weight + 1 }))
      expect(automaticDomain0Weight(count, vCpus, heavier) ?? 0).toBeGreaterThanOrEqual(weight)
      if (2 * (vCpus + 1) > count) return
      expect(automaticDomain0Weight(count, vCpus + 1, others) ?? 0).toBeGreaterThanOrEqual(weight)
    }),
  )
})
