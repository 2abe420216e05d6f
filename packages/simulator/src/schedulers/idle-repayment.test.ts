import { describe, expect, test } from 'vitest'
import type { TwinConfig, TwinGuest } from '../config/twin-config.ts'
import { simulate } from '../engine/simulate.ts'
import { constant, guest } from '../hosts.fixture.ts'
import { paper1Host } from '../lab/paper1-host.ts'

const host = paper1Host('bandwidth')
const [dom1, ...others] = host.guests

/** A stream of chunks that each cost dom1 this much CPU, until it stops. */
function stream(toSeconds: number, cpuSeconds: number, more: Partial<TwinGuest> = {}): TwinGuest {
  const load = dom1!.load!
  return {
    ...dom1!,
    ...more,
    load: {
      ...load,
      arrivals: {
        kind: 'times',
        seconds: Array.from({ length: 900 * toSeconds }, (_, index) => index / 900),
      },
      path: load.path!.map((leg) => (leg.on === 'guest' ? { ...leg, cpuSeconds } : leg)),
    },
  }
}

function loansOf(guests: TwinGuest[], seed: number) {
  const config: TwinConfig = {
    ...host,
    guests,
    scheduler: { name: 'credit', xenVersion: '4.5', boost: { policy: 'loan-redemption' } },
  }
  return simulate(config, { seed, horizonSeconds: 60, warmupSeconds: 0 }).domains[1]!.loans!
}

// Twelve of one weight on two pCPUs each receive 600 / 12 = 50 credits per period of 30 ms.
describe('a loan of 1000 credits on a host with eleven domains that never block', () => {
  test.each([3, 4])('is repaid in 20 to 32 periods by an idle domain (seed %i)', (seed) => {
    const loans = loansOf([stream(0.8, 0.0004, { hogs: 0 }), ...others], seed)
    expect(loans).toMatchObject({ usedUp: 1, repaid: 1, meanLentCredits: 1000 })
    // 1000 / 50 once it has left the accounting. Until then, from 300 credits of debt to a surplus
    // of 300, it keeps 40 and repays 10 per period: 15 periods at most, and 850 / 50 after them.
    expect(loans.meanRepaymentSeconds!).toBeGreaterThan(19 * 0.03)
    expect(loans.meanRepaymentSeconds!).toBeLessThan(33 * 0.03)
  })

  test('is repaid in 100 periods by a domain that computes all the time', () => {
    const loans = loansOf([stream(3, 35e-6), ...others], 1)
    expect(loans).toMatchObject({ usedUp: 1, repaid: 1, meanLentCredits: 1000 })
    expect(Math.abs(loans.meanRepaymentSeconds! / 0.03 - 100)).toBeLessThan(2)
  })

  test('is repaid in between by a domain that blocks now and then', () => {
    const loans = loansOf([stream(60, 0.0004, { hogs: 0 }), ...others], 1)
    expect(loans).toMatchObject({ meanLentCredits: 1000 })
    expect(loans.repaid).toBeGreaterThan(5)
    expect(loans.meanRepaymentSeconds!).toBeGreaterThan(33 * 0.03)
    expect(loans.meanRepaymentSeconds!).toBeLessThan(90 * 0.03)
  })
})

test.each([2, 3, 4])(
  'a loan is repaid although the whole host has become idle (seed %i)',
  (seed) => {
    // Eleven jobs of 0.12 s occupy two pCPUs for 0.7 s; then no vCPU is active, and Xen stops its
    // accounting.
    const jobs = others.map(({ name }) =>
      guest(name, { kind: 'times', seconds: [0] }, constant(0.12), { weight: 128 }),
    )
    const loans = loansOf([stream(0.8, 0.0004, { hogs: 0 }), ...jobs], seed)
    expect(loans).toMatchObject({ usedUp: 1, repaid: 1 })
    // A single vCPU would receive all that it can use, 300 credits per period: faster than 20 periods
    // of 50.
    expect(loans.meanRepaymentSeconds!).toBeLessThan(20 * 0.03)
  },
)
