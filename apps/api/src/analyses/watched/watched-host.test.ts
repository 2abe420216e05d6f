import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DomainModel } from '../../generated/prisma/models.ts'
import { asOf } from './watched-host.ts'

it('undoes changes of weights and caps, whatever came after', () => {
  const change = fc.record({
    domain: fc.constantFrom('vm1', 'vm2'),
    kind: fc.constantFrom('weight' as const, 'cap' as const),
    after: fc.integer({ min: 1, max: 1000 }),
  })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 20 }), (changes) => {
      const domains = ['vm1', 'vm2'].map((name) => ({ name, weight: 256, cap: 0 }))
      const states = [structuredClone(domains)]
      const events = changes.map(({ domain, kind, after }) => {
        const changed = domains.find(({ name }) => name === domain)!
        const detail = { before: changed[kind], after }
        changed[kind] = after
        states.push(structuredClone(domains))
        return { domain, kind, detail }
      })
      for (const [index, state] of states.entries())
        expect(asOf(domains as DomainModel[], events.slice(index))).toEqual(state)
    }),
  )
})
