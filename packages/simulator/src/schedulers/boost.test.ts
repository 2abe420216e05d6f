import { describe, expect, test } from 'vitest'
import type { BoostPolicy } from '../config/boost-policy.ts'
import type { TwinConfig } from '../config/twin-config.ts'
import { replicate } from '../engine/replicate.ts'
import { simulate } from '../engine/simulate.ts'
import { credit, hog } from '../hosts.fixture.ts'
import { jainFairness } from '../lab/fairness.ts'
import { bandwidthMbitPerSecond, paper1Host } from '../lab/paper1-host.ts'

const policies = {
  credit: { policy: 'wake' },
  loan: { policy: 'loan-redemption' },
  always: { policy: 'always' },
} as const satisfies Record<string, BoostPolicy>

function under(boost: BoostPolicy, host: TwinConfig): TwinConfig {
  return { ...host, scheduler: { ...credit, xenVersion: '4.5', boost } }
}

function play(measured: 'response' | 'bandwidth', boost: BoostPolicy) {
  const seconds = measured === 'response' ? 620 : 70
  const host = under(boost, paper1Host(measured))
  const run = { seed: 1, replications: 4, horizonSeconds: seconds, warmupSeconds: 20 }
  const domains = replicate(host, run).domains
  const [, dom1] = domains
  return {
    meanMs: dom1!.requests!.responseTime.mean!.mean * 1000,
    mbit: bandwidthMbitPerSecond(dom1!.requests!.answered.mean / (seconds - 20)),
    shares: domains.slice(1).map(({ cpuShare }) => cpuShare.mean),
    loans: dom1!.loans,
  }
}

const pings = {
  credit: play('response', policies.credit),
  loan: play('response', policies.loan),
  always: play('response', policies.always),
}
const streams = {
  credit: play('bandwidth', policies.credit),
  loan: play('bandwidth', policies.loan),
  always: play('bandwidth', policies.always),
}

describe("paper 1's host, twelve hogs on two pCPUs", () => {
  test('under credit an event waits for its turn in a rotation of 180 ms', () => {
    // Between the wait of a strict rotation, (C - 30)^2 / 2C = 62.5 ms, and half a rotation more.
    expect(pings.credit.meanMs).toBeGreaterThan(50)
    expect(pings.credit.meanMs).toBeLessThan(100)
  })

  test('the more a policy boosts, the sooner dom1 answers and the more CPU it receives', () => {
    expect(pings.loan.meanMs).toBeLessThan(0.7 * pings.credit.meanMs)
    expect(pings.always.meanMs).toBeLessThan(0.7 * pings.loan.meanMs)
    expect(streams.loan.mbit).toBeGreaterThan(1.1 * streams.credit.mbit)
    expect(streams.always.mbit).toBeGreaterThan(1.5 * streams.loan.mbit)
  })

  test("loans preserve the others' shares, unconditional boosts do not", () => {
    for (const [index, share] of streams.loan.shares.entries()) {
      if (index > 0) expect(Math.abs(share / streams.credit.shares[index]! - 1)).toBeLessThan(0.02)
    }
    expect(jainFairness(streams.credit.shares)).toBeGreaterThan(0.999)
    expect(jainFairness(streams.loan.shares)).toBeGreaterThan(0.999)
    expect(jainFairness(streams.always.shares)).toBeLessThan(0.7)
    expect(streams.always.shares[0]).toBeGreaterThan(3 * streams.credit.shares[0]!)
    // A few events cost the others nothing, whatever the policy.
    for (const { shares } of [pings.credit, pings.loan, pings.always]) {
      for (const share of shares) expect(Math.abs(share * 6 - 1)).toBeLessThan(0.01)
    }
  })

  test('a stream uses up its loans faster than pings do and gets smaller ones', () => {
    const [ping, stream] = [pings.loan.loans!, streams.loan.loans!]
    expect(ping.meanLentCredits!.mean).toBe(1000)
    expect(stream.meanLentCredits!.mean).toBeLessThan(500)
    expect(stream.creditsPerMs!.mean).toBeGreaterThan(10 * ping.creditsPerMs!.mean)
    expect(stream.mostCreditsPerMs!.mean).toBeLessThanOrEqual(10 + 1e-6)
    expect(streams.credit.loans).toBeNull()
  })
})

test('a boost that lasts until a tick delays the Domain-0 that sends the answer', () => {
  for (const policy of [policies.loan, policies.always]) {
    const kept = play('response', { ...policy, lasts: 'tick' })
    expect(kept.meanMs).toBeGreaterThan(10 * pings.always.meanMs)
    expect(kept.meanMs).toBeLessThan(pings.credit.meanMs)
  }
})

test('a boost that lasts as long as the loan spends it in one go', () => {
  const kept = play('response', { ...policies.loan, lasts: 'loan' })
  // Nothing preempts a hog on a boost, so it burns 10 credits per ms; k credit_line / cm = 300.
  expect(kept.loans!.creditsPerMs!.mean).toBeGreaterThan(9.9)
  expect(Math.abs(kept.loans!.meanLentCredits!.mean / 300 - 1)).toBeLessThan(0.02)
  expect(kept.meanMs).toBeGreaterThan(2 * pings.loan.meanMs)
  expect(kept.meanMs).toBeLessThan(0.7 * pings.credit.meanMs)
  for (const share of kept.shares) expect(Math.abs(share * 6 - 1)).toBeLessThan(0.02)
})

test('with thirteen domains a full loan is repaid in the calculated 3.3 s', () => {
  const host = paper1Host()
  const thirteen = { ...host, guests: [...host.guests, hog('dom13', 128)] }
  const { domains } = simulate(under(policies.loan, thirteen), {
    seed: 2,
    horizonSeconds: 900,
    warmupSeconds: 20,
  })
  // Xen rounds each grant up to whole credits, which shortens the time slightly.
  expect(Math.abs(domains[1]!.loans!.meanRepaymentSeconds! / 3.3 - 1)).toBeLessThan(0.05)
})

test("naming Xen's own policy changes nothing", () => {
  const run = { seed: 3, horizonSeconds: 30 }
  const host = { ...paper1Host('bandwidth'), scheduler: { ...credit, xenVersion: '4.5' } }
  expect(simulate(under(policies.credit, host), run)).toEqual(simulate(host, run))
})

test.each([
  { creditLine: 0 },
  { repaymentShare: 0 },
  { repaymentShare: 1.1 },
  { sizingFactor: -1 },
])('rejects a loan with %j', (terms) => {
  const host = under({ policy: 'loan-redemption', ...terms }, paper1Host())
  expect(() => simulate(host, { seed: 1, horizonSeconds: 1 })).toThrowError(
    expect.objectContaining({ code: 'invalid-number' }),
  )
})

test('a sender with a window keeps at most that many requests unanswered', () => {
  const host = paper1Host('bandwidth')
  const [dom1, ...others] = host.guests
  const narrow = { ...dom1!, load: { ...dom1!.load!, outstanding: 1 } }
  const run = { seed: 1, horizonSeconds: 30, drainSeconds: 5 }
  const answered = (guests: TwinConfig['guests']) => {
    const { domains, underWay } = simulate({ ...host, guests }, run)
    expect(underWay).toBe(0)
    expect(domains[1]!.requests!.arrived).toBe(domains[1]!.requests!.answered)
    return domains[1]!.requests!.answered
  }
  expect(answered([narrow, ...others])).toBeLessThan(answered(host.guests))
})
