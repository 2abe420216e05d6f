import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allocations } from '../problem/allocations.ts'
import { totalDelaySeconds } from '../problem/grid.ts'
import { between } from '../problem/grids.fixture.ts'
import { poseGrid } from '../problem/pose-grid.ts'
import { paperProblem } from '../problem/problems.fixture.ts'
import { closedForm } from './closed-form.ts'

const all = { pool: 1, domain0Share: { before: 0.25, after: 0.25 } }

/** Domains with these rates and service times on a host whose Domain-0 has no I/O. */
function loadOf(domains: [number, number][], domain0Seconds = 0) {
  return {
    domains: domains.map(([arrivalRatePerSecond, serviceTimeSeconds], index) => ({
      name: `vm${index + 1}`,
      arrivalRatePerSecond,
      serviceTimeSeconds,
    })),
    domain0: { serviceTimeSeconds: domain0Seconds, ioRequestsPerSecond: 0, delayPerIoSeconds: 0 },
    pCpus: 1,
  }
}

describe('the square-root rule', () => {
  test('equal rates: shares in proportion to 1 / sqrt(x), and (sum sqrt(x))^2 in total', () => {
    const form = closedForm(
      {
        load: loadOf([
          [10, 0.04],
          [10, 0.01],
        ]),
      },
      all,
    )!
    expect(form.shares.vm1).toBeCloseTo(1 / 3, 12)
    expect(form.shares.vm2).toBeCloseTo(2 / 3, 12)
    expect(form.totalDelaySeconds).toBeCloseTo((0.2 + 0.1) ** 2, 12)
  })

  test('equal service times: shares in proportion to 1 / lambda, and n^2 x in total', () => {
    const form = closedForm(
      {
        load: loadOf([
          [10, 0.01],
          [20, 0.01],
          [5, 0.01],
        ]),
      },
      all,
    )!
    expect(form.shares.vm1).toBeCloseTo(2 / 7, 12)
    expect(form.shares.vm2).toBeCloseTo(1 / 7, 12)
    expect(form.shares.vm3).toBeCloseTo(4 / 7, 12)
    expect(form.totalDelaySeconds).toBeCloseTo(0.09, 12)
  })

  test('a domain alone has everything and waits for no other', () => {
    expect(closedForm({ load: loadOf([[10, 0.03]]) }, all)).toEqual({
      shares: { vm1: 1 },
      totalDelaySeconds: expect.closeTo(0.03, 12),
    })
  })

  test("the shares divide the pool, and each domain adds Domain-0's w_0 x_0", () => {
    const load = loadOf(
      [
        [10, 0.04],
        [10, 0.01],
      ],
      0.002,
    )
    const form = closedForm({ load }, { pool: 0.75, domain0Share: { before: 0.5, after: 0.25 } })!
    expect(form.shares.vm1).toBeCloseTo(0.25, 12)
    expect(form.shares.vm2).toBeCloseTo(0.5, 12)
    expect(form.totalDelaySeconds).toBeCloseTo(0.09 + 2 * 0.25 * 0.002, 12)
  })

  test('no allocation of any grid is below it', () => {
    const domain = fc.tuple(between(1, 300), between(0.0005, 0.02))
    fc.assert(
      fc.property(fc.array(domain, { minLength: 2, maxLength: 3 }), (domains) => {
        const problem = { ...paperProblem, load: loadOf(domains, 0.001), stepShare: 0.1 }
        const posed = poseGrid(problem)
        const least = closedForm(problem, posed)!.totalDelaySeconds
        const totals = [...allocations(posed.grid)].map((each) =>
          totalDelaySeconds(posed.grid, each),
        )
        expect(Math.min(...totals)).toBeGreaterThanOrEqual(least * (1 - 1e-12))
      }),
    )
  })
})

describe('does not apply', () => {
  const load = loadOf([
    [10, 0.04],
    [10, 0.01],
  ])
  const withIo = (ioRequestsPerSecond: number, delayPerIoSeconds: number) => ({
    load: { ...load, domain0: { ...load.domain0, ioRequestsPerSecond, delayPerIoSeconds } },
  })

  test("with Domain-0's I/O, but with requests or a delay alone", () => {
    expect(closedForm(withIo(100, 0.001), all)).toBeNull()
    expect(closedForm(withIo(100, 0), all)).not.toBeNull()
    expect(closedForm(withIo(0, 0.001), all)).not.toBeNull()
  })

  test('with a factor other than one', () => {
    expect(closedForm({ load, factors: { vm1: 1, vm2: 1.1 } }, all)).toBeNull()
    expect(closedForm({ load, factors: { vm1: 1, vm2: 1 } }, all)).toEqual(
      closedForm({ load }, all),
    )
  })

  test('with a domain without arrivals, or without work', () => {
    expect(
      closedForm(
        {
          load: loadOf([
            [10, 0.04],
            [0, 0.01],
          ]),
        },
        all,
      ),
    ).toBeNull()
    expect(
      closedForm(
        {
          load: loadOf([
            [10, 0],
            [10, 0.01],
          ]),
        },
        all,
      ),
    ).toBeNull()
  })
})
