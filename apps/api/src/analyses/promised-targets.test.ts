import { expect, it } from 'vitest'
import { promisedTargets } from './promised-targets.ts'

it('leaves out soft times, and domains with nothing else', () => {
  const hard = { domain: 'vm1', responseTimeMs: 80, throughputPerSecond: null, isSoft: false }
  const soft = { ...hard, domain: 'vm2', isSoft: true }
  const both = { ...soft, domain: 'vm3', throughputPerSecond: 20 }
  expect(promisedTargets([hard, soft, both])).toEqual([hard, { ...both, responseTimeMs: null }])
})
