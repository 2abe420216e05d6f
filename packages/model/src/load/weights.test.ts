import { describe, expect, test } from 'vitest'
import { share } from './weights.ts'

const weights = { 'Domain-0': 512, vm1: 256, vm2: 128, vm3: 128 }

describe('share', () => {
  test('divides by the guests only, as eq (4) is printed', () => {
    expect(share(weights, ['vm1', 'vm2', 'vm3'], 'guests')).toEqual({
      domains: { vm1: 0.5, vm2: 0.25, vm3: 0.25 },
      domain0: 1,
    })
  })

  test('divides by the guests and Domain-0 on request', () => {
    expect(share(weights, ['vm1', 'vm2', 'vm3'], 'with-domain-0')).toEqual({
      domains: { vm1: 0.25, vm2: 0.125, vm3: 0.125 },
      domain0: 0.5,
    })
  })

  test.each([['vm4'], ['Domain-0']])('names the domain without a weight: %s', (name) => {
    const partial = { vm1: 256, ...(name !== 'Domain-0' && { 'Domain-0': 256 }) }
    const names = name === 'Domain-0' ? ['vm1'] : ['vm1', name]
    expect(() => share(partial, names, 'guests')).toThrow(name)
  })

  test('rejects a weight of zero', () => {
    expect(() => share({ ...weights, vm1: 0 }, ['vm1'], 'guests')).toThrow('vm1')
  })
})
