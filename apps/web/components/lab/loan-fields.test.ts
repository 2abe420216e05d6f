import { BoostQuestion } from '@steelyard/contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { loanOf } from './loan-fields.tsx'

it('takes just the loans that the API takes', () => {
  const { creditLine: line, repaymentShare: share } = BoostQuestion.shape
  const credits = fc.oneof(fc.constantFrom(49, 50, 50.5, 10_000, 10_001), fc.double())
  const percents = fc.oneof(fc.constantFrom(4.9, 5, 20, 100, 100.1), fc.double())
  fc.assert(
    fc.property(credits, percents, (creditLine, percent) => {
      const typed = { creditLine: String(creditLine), repaymentPercent: String(percent) }
      const isTaken = line.safeParse(creditLine).success && share.safeParse(percent / 100).success
      expect(loanOf({ ...typed, sweep: false }) !== null).toBe(isTaken)
    }),
  )
})
