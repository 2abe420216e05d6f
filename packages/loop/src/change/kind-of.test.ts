import { expect, test } from 'vitest'
import { kindOf } from './kind-of.ts'

test('names who gets more and who gets less, in the order of the names', () => {
  expect(
    kindOf([
      { domain: 'vm3', shareBefore: 0.2, shareAfter: 0.1 },
      { domain: 'vm1', shareBefore: 0.3, shareAfter: 0.5 },
      { domain: 'vm2', shareBefore: 0.5, shareAfter: 0.4 },
    ]),
  ).toBe('vm1+ vm2- vm3-')
})

test('leaves out a share that moves only because weights are whole numbers', () => {
  expect(
    kindOf([
      { domain: 'vm1', shareBefore: 0.3, shareAfter: 0.304 },
      { domain: 'vm2', shareBefore: 0.3, shareAfter: 0.35 },
    ]),
  ).toBe('vm2+')
})

test('no change is of the empty kind', () => {
  expect(kindOf([{ domain: 'vm1', shareBefore: 1, shareAfter: 1 }])).toBe('')
})
