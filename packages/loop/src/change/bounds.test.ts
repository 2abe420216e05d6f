import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beyondBounds, shareBounds } from './bounds.ts'

const shares = { vm1: 0.5, vm2: 0.3, vm3: 0.2 }

test('without named payers every guest may be given less, by one step and down to a least share', () => {
  expect(shareBounds({ largestStep: 0.3, payers: null }, shares)).toEqual([
    { domain: 'vm1', minShare: 0.2, maxShare: 0.8 },
    { domain: 'vm2', minShare: 0.005, maxShare: 0.6 },
    { domain: 'vm3', minShare: 0.005, maxShare: 0.5 },
  ])
})

test('whoever is not named keeps what it has; whoever is has a least share', () => {
  const payers = [{ domain: 'vm1', leastShare: 0.45 }]
  expect(shareBounds({ largestStep: 0.2, payers }, shares)).toEqual([
    { domain: 'vm1', minShare: 0.45, maxShare: 0.7 },
    { domain: 'vm2', minShare: 0.3, maxShare: 0.5 },
    { domain: 'vm3', minShare: 0.2, maxShare: 0.4 },
  ])
})

test('a payer below its least share already keeps what it has', () => {
  const payers = [{ domain: 'vm3', leastShare: 0.25 }]
  const [, , vm3] = shareBounds({ largestStep: 0.2, payers }, shares)
  expect(vm3!.minShare).toBe(0.2)
})

test.each([
  ['within the bounds', 0.7, 0.15, []],
  ['off by the rounding of weights', 0.7049, 0.1451, []],
  ['one goes too far', 0.75, 0.15, ['vm1']],
  ['one pays too much', 0.7, 0.05, ['vm2']],
])('%s', (_, vm1, vm2, domains) => {
  const payers = [{ domain: 'vm2', leastShare: 0.15 }]
  const changes = [
    { domain: 'vm1', shareBefore: 0.5, shareAfter: vm1 },
    { domain: 'vm2', shareBefore: 0.3, shareAfter: vm2 },
    { domain: 'vm3', shareBefore: 0.2, shareAfter: 0.2 },
  ]
  expect(beyondBounds({ largestStep: 0.2, payers }, changes)).toEqual(domains)
})

test('to leave everything as it is lies within any bounds', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const payers = fc.option(fc.array(fc.record({ domain: fc.constant('vm1'), leastShare: share })))
  fc.assert(
    fc.property(share, payers, share, (largestStep, allowed, shareBefore) => {
      const changes = [{ domain: 'vm1', shareBefore, shareAfter: shareBefore }]
      expect(beyondBounds({ largestStep, payers: allowed }, changes)).toEqual([])
    }),
  )
})
