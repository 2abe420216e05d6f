import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type LoanTerms, loanTerms } from '../config/boost-policy.ts'
import type { UsedUpLoan } from '../results/loan-tally.ts'
import { CREDITS_PER_MS, Credit1Loans } from './credit1-loans.ts'

const paper: LoanTerms = loanTerms({ policy: 'loan-redemption' })

/** One vCPU with its loans, and a clock in ms. */
function lender(terms: LoanTerms) {
  const clock = { now: 0 }
  const usedUp: UsedUpLoan[] = []
  const repaidMs: number[] = []
  const loans = new Credit1Loans(1, terms, clock, {
    loanUsedUp: (_, loan) => usedUp.push(loan),
    loanRepaid: (_, ns) => repaidMs.push(ns / 1e6),
  })
  return {
    usedUp,
    repaidMs,
    wait: (ms: number) => {
      clock.now += ms * 1e6
    },
    event: () => loans.delayed(0),
    /** @returns the ms that the vCPU pays itself */
    run: (ms: number) => {
      clock.now += ms * 1e6
      const own =
        loans.boosted[0] === 1 ? loans.charge(0, ms * CREDITS_PER_MS) : ms * CREDITS_PER_MS
      loans.endBoost(0)
      return own / CREDITS_PER_MS
    },
    account: (earned: number) => loans.repay(0, earned),
    idle: (earned: number) => loans.repay(0, earned, 1),
  }
}

describe('a loan', () => {
  test('of 1000 credits boosts 100 ms of CPU and nothing after that', () => {
    const vCpu = lender(paper)
    for (let run = 0; run < 4; run++) {
      expect(vCpu.event()).toBe(true)
      expect(vCpu.run(24)).toBe(0)
      vCpu.wait(6)
    }
    expect(vCpu.event()).toBe(true)
    expect(vCpu.run(30)).toBeCloseTo(26, 9)
    expect(vCpu.event()).toBe(false)
    // 4 x 30 ms plus the remaining 4 ms.
    expect(vCpu.usedUp).toEqual([{ lentCredits: 1000, boosts: 5, ns: 124e6 }])
  })

  test('is repaid with a fifth of the credits received: 13 domains on two pCPUs take 108 periods', () => {
    const vCpu = lender(paper)
    vCpu.event()
    vCpu.run(100)
    const earned = 600 / 13
    let periods = 0
    while (vCpu.repaidMs.length === 0) {
      expect(vCpu.event()).toBe(false)
      vCpu.wait(30)
      periods++
      const kept = vCpu.account(earned)
      if (vCpu.repaidMs.length === 0) expect(kept).toBeCloseTo(0.8 * earned, 9)
    }
    expect(Math.abs(periods - 108)).toBeLessThanOrEqual(1)
    expect(Math.abs(vCpu.repaidMs[0]! - 3300)).toBeLessThan(60)
    expect(vCpu.account(earned)).toBe(earned)
    expect(vCpu.event()).toBe(true)
  })

  test('is repaid by an idle vCPU with all that it would receive, in a fifth of the periods', () => {
    const periods = (pay: 'account' | 'idle') => {
      const vCpu = lender(paper)
      vCpu.event()
      vCpu.run(100)
      let count = 0
      for (; vCpu.repaidMs.length === 0; count++) vCpu[pay](50)
      return count
    }
    expect(periods('account')).toBe(100)
    expect(periods('idle')).toBe(20)
  })

  test.each([
    [5, 600],
    [8, 375],
    [9.2, 326.087],
    [1, 1000],
  ])('is followed after cm = %d by one of %d credits: eq (4) with k = 3', (cm, next) => {
    const vCpu = lender(paper)
    vCpu.event()
    vCpu.wait(1000 / cm - 100)
    vCpu.run(100)
    vCpu.account(5000)
    vCpu.event()
    vCpu.run(200)
    expect(vCpu.usedUp[0]!.lentCredits / (vCpu.usedUp[0]!.ns / 1e6)).toBeCloseTo(cm, 9)
    expect(vCpu.usedUp[1]!.lentCredits).toBeCloseTo(next, 2)
  })

  test('keeps a fixed size, and never falls below a tick of CPU time', () => {
    const second = (terms: Partial<LoanTerms>) => {
      const vCpu = lender({ ...paper, ...terms })
      vCpu.event()
      vCpu.run(200)
      vCpu.account(10_000)
      vCpu.event()
      vCpu.run(200)
      return vCpu.usedUp[1]!.lentCredits
    }
    expect(second({ sizing: 'fixed' })).toBe(1000)
    expect(second({ sizingFactor: 0.01 })).toBe(100)
    expect(second({ sizingFactor: 0.01, creditLine: 40 })).toBe(40)
  })

  test('never exceeds 10 credits per ms, is fully repaid before the next, and conserves credits', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('event' as const), amount: fc.constant(0) }),
      fc.record({ kind: fc.constant('wait' as const), amount: fc.nat(200) }),
      fc.record({ kind: fc.constant('run' as const), amount: fc.integer({ min: 1, max: 30 }) }),
      fc.record({ kind: fc.constant('account' as const), amount: fc.nat(600) }),
    )
    const terms = fc.record({
      creditLine: fc.integer({ min: 1, max: 3000 }),
      repaymentShare: fc.double({ min: 0.01, max: 1, noNaN: true }),
      sizing: fc.constantFrom('fixed' as const, 'inverse-intensity' as const),
      sizingFactor: fc.double({ min: 0.1, max: 10, noNaN: true }),
    })
    fc.assert(
      fc.property(terms, fc.array(step, { maxLength: 300 }), (of, steps) => {
        const vCpu = lender(of)
        let fromLoans = 0
        let intoLoans = 0
        for (const { kind, amount } of steps) {
          if (kind === 'event') vCpu.event()
          else if (kind === 'wait') vCpu.wait(amount)
          else if (kind === 'run') fromLoans += (amount - vCpu.run(amount)) * CREDITS_PER_MS
          else intoLoans += amount - vCpu.account(amount)
          expect(vCpu.usedUp.length - vCpu.repaidMs.length).toBeOneOf([0, 1])
        }
        const lent = vCpu.usedUp.reduce((sum, { lentCredits }) => sum + lentCredits, 0)
        for (const { lentCredits, ns } of vCpu.usedUp) {
          expect(lentCredits).toBeLessThanOrEqual(of.creditLine)
          expect(lentCredits / (ns / 1e6)).toBeLessThanOrEqual(10 + 1e-6)
        }
        // The difference is the loan in use plus what is still owed.
        expect(fromLoans).toBeGreaterThanOrEqual(lent - 1e-6)
        expect(fromLoans).toBeLessThanOrEqual(lent + of.creditLine + 1e-6)
        expect(intoLoans).toBeLessThanOrEqual(lent + 1e-6)
        expect(intoLoans).toBeGreaterThanOrEqual(lent - of.creditLine - 1e-6)
      }),
      { numRuns: 200, seed: 4 },
    )
  })
})
