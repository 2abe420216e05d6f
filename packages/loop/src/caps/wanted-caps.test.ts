import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exampleRule, other, questionOf, task } from './caps.fixture.ts'
import { type CapsRule, wantedCaps } from './wanted-caps.ts'

const oneCore = (more: Partial<CapsRule> = {}): CapsRule => ({
  ...exampleRule,
  pCpus: 1,
  realTime: [task('rt1', 50), task('rt2', 20)],
  ...more,
})
const wanted = (more: Parameters<typeof questionOf>[0]) => wantedCaps(questionOf(more)).wanted

test("the paper's host: what T(100,70) leaves of each pCPU goes to the others", () => {
  expect(wantedCaps(questionOf())).toEqual({
    wanted: { vm1: 30, vm2: 30 },
    changes: [
      { domain: 'vm1', from: 0, to: 30 },
      { domain: 'vm2', from: 0, to: 30 },
    ],
    beyond: [],
  })
})

test('follows the real-time domains that are active', () => {
  const rule = oneCore()
  expect(wanted({ rule, active: ['rt1'] })).toEqual({ vm1: 25, vm2: 25 })
  expect(wanted({ rule, active: ['rt2'] })).toEqual({ vm1: 40, vm2: 40 })
  expect(wanted({ rule, active: ['rt1', 'rt2'] })).toEqual({ vm1: 15, vm2: 15 })
})

test('gives back what each had, once none is active', () => {
  const held = { active: [], inForce: { vm1: 30, vm2: 30 }, before: { vm1: 0, vm2: 50 } }
  expect(wantedCaps(questionOf(held)).changes).toEqual([
    { domain: 'vm1', from: 30, to: 0 },
    { domain: 'vm2', from: 30, to: 50 },
  ])
  expect(wantedCaps(questionOf({ active: [], inForce: { vm1: 40 } })).changes).toEqual([])
})

test('gives back also to a domain that is no longer declared', () => {
  const rule = { ...exampleRule, others: [other('vm1')] }
  const held = { rule, inForce: { vm1: 30, vm2: 30 }, before: { vm1: 0, vm2: 0 } }
  expect(wanted(held)).toEqual({ vm1: 30, vm2: 0 })
})

test('never gives a domain more than it had before', () => {
  expect(wanted({ inForce: { vm1: 20 } })).toEqual({ vm1: 20, vm2: 30 })
  const others = [other('vm1', { leastCapPercent: 40 }), other('vm2')]
  expect(wanted({ rule: { ...exampleRule, others }, inForce: { vm1: 20 } })).toMatchObject({
    vm1: 20,
  })
})

test('keeps the bounds, takes from the others what they allow, and says where they go beyond', () => {
  const others = [other('vm1', { leastCapPercent: 20 }), other('vm2', { highestCapPercent: 5 })]
  expect(wanted({ rule: oneCore({ others }) })).toEqual({ vm1: 25, vm2: 5 })
  const tight = [other('vm1', { leastCapPercent: 25 }), other('vm2', { leastCapPercent: 15 })]
  const found = wantedCaps(questionOf({ rule: oneCore({ others: tight }) }))
  expect(found.wanted).toEqual({ vm1: 25, vm2: 15 })
  expect(found.beyond.map(({ domain }) => domain)).toContain('vm1')
})

test('leaves each its least where the active real-time domains do not fit', () => {
  const rule = oneCore({ realTime: [task('rt1'), task('rt2')] })
  const { wanted, beyond } = wantedCaps(questionOf({ rule }))
  expect(wanted).toEqual({ vm1: 1, vm2: 1 })
  expect(beyond).toHaveLength(2)
})

test('divides among the domains that run', () => {
  expect(wanted({ rule: oneCore(), running: ['rt1', 'rt2', 'vm2'] })).toEqual({ vm2: 30 })
})

test('takes at once, and gives less than the dead band to nobody', () => {
  const changes = (cap: number) =>
    wantedCaps(questionOf({ inForce: { vm1: cap, vm2: 30 }, before: { vm1: 0, vm2: 0 } })).changes
  expect(changes(31)).toEqual([{ domain: 'vm1', from: 31, to: 30 }])
  expect([changes(30), changes(26)]).toEqual([[], []])
  expect(changes(25)).toEqual([{ domain: 'vm1', from: 25, to: 30 }])
})

const hosts = fc.record({
  pCpus: fc.integer({ min: 1, max: 4 }),
  executions: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
  others: fc.array(
    fc.record({
      weight: fc.integer({ min: 1, max: 65535 }),
      vCpus: fc.integer({ min: 1, max: 3 }),
      leastCapPercent: fc.integer({ min: 1, max: 30 }),
      more: fc.option(fc.integer({ min: 0, max: 60 })),
      inForce: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 100 })),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  share: fc.constantFrom('equal' as const, 'weight' as const),
  isActive: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
})

test('on any host, caps and active real-time domains fit together unless a bound forbids it', () => {
  fc.assert(
    fc.property(hosts, ({ pCpus, executions, share, isActive, ...host }) => {
      const realTime = executions.map((ms, index) => task(`rt${index}`, ms))
      const others = host.others.map(({ more, inForce: _, ...each }, index) =>
        other(`vm${index}`, {
          ...each,
          highestCapPercent: more === null ? null : each.leastCapPercent + more,
        }),
      )
      const active = realTime.map(({ name }) => name).filter((_, index) => isActive[index])
      const inForce = Object.fromEntries(
        host.others.map((each, index) => [`vm${index}`, each.inForce]),
      )
      const running = [...realTime, ...others].map(({ name }) => name)
      const rule = { pCpus, realTime, others, share }
      const question = { rule, active, running, inForce, before: null }
      const found = wantedCaps(question)
      if (active.length === 0) {
        expect(found).toMatchObject({ changes: [], wanted: inForce })
        return
      }
      const used = realTime
        .filter(({ name }) => active.includes(name))
        .reduce((sum, { executionSeconds }) => sum + 1000 * executionSeconds, 0)
      const caps = Object.values(found.wanted).reduce((sum, cap) => sum + cap, 0)
      if (found.beyond.length === 0) expect(caps + used).toBeLessThanOrEqual(100 * pCpus + 1e-6)
      for (const { name, vCpus, leastCapPercent, highestCapPercent } of others) {
        const cap = found.wanted[name]!
        const most = Math.min(highestCapPercent ?? 100 * vCpus, inForce[name] || 100 * vCpus)
        expect(cap).toBeGreaterThanOrEqual(Math.min(leastCapPercent, most))
        expect(cap).toBeLessThanOrEqual(Math.max(most, 1))
      }
      // Once made, nothing more is due; and what was there comes back when the work is over.
      const then = { ...inForce, ...found.wanted }
      const held = { ...question, inForce: then, before: inForce }
      expect(wantedCaps(held).changes).toEqual([])
      expect(wantedCaps({ ...held, active: [] }).wanted).toEqual(inForce)
    }),
    { numRuns: 300, seed: 11 },
  )
})

test('says of a bound that leaves less than what is needed how much is left', () => {
  const others = [other('vm1', { leastCapPercent: 50 })]
  const { beyond } = wantedCaps(questionOf({ rule: oneCore({ others }) }))
  expect(beyond).toEqual([{ domain: 'vm1', leftPercent: 30, capPercent: 50 }])
})
