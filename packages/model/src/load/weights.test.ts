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

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('rejects a weight of %d', (vm1) => {
    expect(() => share({ ...weights, vm1 }, ['vm2', 'vm1'], 'guests')).toThrowError(
      expect.objectContaining({ code: 'weight-missing', details: { name: 'vm1' } }),
    )
  })

  test('the shares of the guests add up to 1, whatever scale the weights have', () => {
    const scaled = Object.fromEntries(Object.entries(weights).map(([name, w]) => [name, w / 16]))
    const shares = share(scaled, ['vm1', 'vm2', 'vm3'], 'guests')
    expect(shares).toEqual(share(weights, ['vm1', 'vm2', 'vm3'], 'guests'))
    expect(Object.values(shares.domains).reduce((a, b) => a + b)).toBe(1)
  })
})
