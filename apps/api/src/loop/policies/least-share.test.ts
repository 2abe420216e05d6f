import * as contract from '@steelyard/contract'
import * as loop from '@steelyard/loop'
import { expect, it } from 'vitest'

it('what the API and the dashboard say of the least share is what the loop keeps to', () => {
  expect(contract.LEAST_SHARE).toBe(loop.LEAST_SHARE)
})
