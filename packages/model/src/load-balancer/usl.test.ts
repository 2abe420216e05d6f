import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitUsl, type ThroughputPoint } from './usl.ts'
import { kneeOf, peakOf, throughputAt, type UslCoefficients } from './usl-curve.ts'

const curves: fc.Arbitrary<UslCoefficients> = fc.record({
  perProcessPerSecond: fc.double({ min: 1, max: 1e5, noNaN: true }),
  contention: fc.double({ min: 0, max: 0.8, noNaN: true }),
  coherency: fc.oneof(fc.constant(0), fc.double({ min: 1e-7, max: 0.2, noNaN: true })),
})
const measured = (curve: UslCoefficients, processes: readonly number[]): ThroughputPoint[] =>
  processes.map((n) => ({ processes: n, throughputPerSecond: throughputAt(curve, n) }))

const pointsOf = (...pairs: [number, number][]): ThroughputPoint[] =>
  pairs.map(([processes, throughputPerSecond]) => ({ processes, throughputPerSecond }))

const sumOfSquares = (points: readonly ThroughputPoint[], curve: UslCoefficients) =>
  points.reduce(
    (sum, each) => sum + (each.throughputPerSecond - throughputAt(curve, each.processes)) ** 2,
    0,
  )

describe('fitUsl', () => {
  it('recovers the coefficients that generated the points, from three points or more', () => {
    const places = fc.constantFrom([1, 2, 4], [1, 2, 3, 4, 6, 8], [1, 4, 16, 32], [2, 5, 9, 17])
    fc.assert(
      fc.property(curves, places, (curve, processes) => {
        const fit = fitUsl(measured(curve, processes))
        expect(fit.perProcessPerSecond / curve.perProcessPerSecond).toBeCloseTo(1, 4)
        expect(fit.contention).toBeCloseTo(curve.contention, 4)
        expect(fit.coherency).toBeCloseTo(curve.coherency, 4)
      }),
      { numRuns: 200 },
    )
  })

  it('keeps its bounds, and no nearby or grid curve fits noisy points better', () => {
    const noise = fc.array(fc.double({ min: -0.2, max: 0.2, noNaN: true }), {
      minLength: 6,
      maxLength: 6,
    })
    fc.assert(
      fc.property(curves, noise, (curve, errors) => {
        const points = measured(curve, [1, 2, 3, 4, 6, 8]).map((point, index) => ({
          ...point,
          throughputPerSecond: point.throughputPerSecond * (1 + errors[index]!),
        }))
        const fit = fitUsl(points)
        expect(fit.contention).toBeGreaterThanOrEqual(0)
        expect(fit.contention).toBeLessThanOrEqual(1)
        expect(fit.coherency).toBeGreaterThanOrEqual(0)
        const least = sumOfSquares(points, fit)
        for (const other of gridAround(points)) {
          expect(sumOfSquares(points, other)).toBeGreaterThanOrEqual(least * (1 - 1e-6) - 1e-9)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('reports that three points determine the curve and leave no degrees of freedom', () => {
    const fit = fitUsl(
      measured({ perProcessPerSecond: 100, contention: 0.1, coherency: 0.02 }, [1, 2, 4]),
    )
    expect(fit).toMatchObject({
      degreesOfFreedom: 0,
      residualStandardDeviation: null,
      standardErrors: null,
    })
    for (const residual of fit.residualsPerSecond) expect(residual).toBeCloseTo(0, 6)
  })

  it('reflects the spread of repeated measurements in its standard errors', () => {
    const curve = { perProcessPerSecond: 1000, contention: 0.1, coherency: 0.01 }
    const points = (spread: number) =>
      [1, 2, 4, 8, 16].flatMap((n) =>
        [-1, 1].map((sign) => ({
          processes: n,
          throughputPerSecond: throughputAt(curve, n) * (1 + sign * spread),
        })),
      )
    const wide = fitUsl(points(0.02))
    const narrow = fitUsl(points(0.01))
    expect(wide.contention).toBeCloseTo(curve.contention, 3)
    // Symmetric errors of twice the size leave the curve unchanged and double the residuals.
    const ratio = wide.standardErrors!.contention / narrow.standardErrors!.contention
    expect(ratio).toBeCloseTo(2, 1)
    expect(wide.rSquared).toBeLessThan(narrow.rSquared)
    expect(wide.degreesOfFreedom).toBe(7)
  })

  it('names coefficients that only the bound keeps non-negative', () => {
    const better = [1, 2, 4].map((n) => ({ processes: n, throughputPerSecond: 100 * n ** 1.1 }))
    const fit = fitUsl(better)
    expect(fit.held).toEqual(['contention', 'coherency'])
    expect(fit.kneeProcesses).toBeNull()
    expect(fit.kneeIsExtrapolated).toBe(true)
    expect(fit.residualsPerSecond.some((residual) => Math.abs(residual) > 1)).toBe(true)
  })

  it('misses three points where a bound is active, and has no knee beyond the last gain', () => {
    const fit = fitUsl(pointsOf([1, 1], [2, 2], [4, 2]))
    expect(fit.held).toEqual(['contention'])
    const fitted = fit.residualsPerSecond.map((residual, index) => [1, 2, 2][index]! - residual)
    expect(fitted.map((each) => Math.round(100 * each) / 100)).toEqual([1.13, 1.88, 2.03])
    // By the curve alone the knee would be 3.
    expect(kneeOf(fit)).toBe(3)
    expect(fit).toMatchObject({ kneeProcesses: 2, kneeIsExtrapolated: false })
  })

  it('names a contention that only the bound keeps from exceeding 1', () => {
    const fit = fitUsl(pointsOf([1, 100], [2, 99], [4, 99], [8, 97]))
    expect(fit.contention).toBe(1)
    expect(fit).toMatchObject({ standardErrors: null, kneeProcesses: 1 })
    expect(fit.held).toContain('contention')
  })

  it('uses the mean where a number of processes was measured more than once', () => {
    const points = pointsOf([1, 100], [2, 190], [2, 194], [4, 195], [4, 175], [8, 150])
    expect(fitUsl(points).kneeProcesses).toBe(2)
  })

  it('lets the knee lie beyond the measurements while throughput still grew', () => {
    const points = measured({ perProcessPerSecond: 10, contention: 0.05, coherency: 0 }, [1, 2, 3])
    expect(fitUsl(points).kneeProcesses).toBeGreaterThan(3)
    expect(fitUsl(points).kneeIsExtrapolated).toBe(true)
  })

  it('judges the fit by its residuals: R^2 and their standard deviation, by their definitions', () => {
    const throughputs = [100, 190, 194, 250, 320, 330, 335]
    const processes = [1, 2, 2, 3, 4, 6, 8]
    const fit = fitUsl(pointsOf(...processes.map((n, k): [number, number] => [n, throughputs[k]!])))
    for (const [k, residual] of fit.residualsPerSecond.entries()) {
      expect(residual).toBeCloseTo(throughputs[k]! - throughputAt(fit, processes[k]!), 9)
    }
    const left = fit.residualsPerSecond.reduce((sum, each) => sum + each ** 2, 0)
    const mean = throughputs.reduce((a, b) => a + b) / 7
    const total = throughputs.reduce((sum, each) => sum + (each - mean) ** 2, 0)
    expect(fit.degreesOfFreedom).toBe(4)
    expect(fit.residualStandardDeviation).toBeCloseTo(Math.sqrt(left / 4), 9)
    expect(fit.rSquared).toBeCloseTo(1 - left / total, 12)
  })

  it("has standard errors from s^2 (J'J)^-1, with J by central differences", () => {
    const curve = { perProcessPerSecond: 1000, contention: 0.1, coherency: 0.01 }
    const points = [1, 2, 4, 8, 16].flatMap((n) =>
      [-1, 1].map((sign) => ({
        processes: n,
        throughputPerSecond: throughputAt(curve, n) * (1 + sign * 0.02),
      })),
    )
    const fit = fitUsl(points)
    const keys = ['perProcessPerSecond', 'contention', 'coherency'] as const
    const jacobian = points.map(({ processes }) =>
      keys.map((key) => {
        const step = 1e-5 * fit[key]
        const at = (value: number) => throughputAt({ ...fit, [key]: value }, processes)
        return (at(fit[key] + step) - at(fit[key] - step)) / (2 * step)
      }),
    )
    const g = keys.map((_, i) =>
      keys.map((_, j) => jacobian.reduce((sum, row) => sum + row[i]! * row[j]!, 0)),
    )
    const minor = (i: number) => {
      const [a, b] = [0, 1, 2].filter((each) => each !== i) as [number, number]
      return g[a]![a]! * g[b]![b]! - g[a]![b]! ** 2
    }
    const determinant =
      g[0]![0]! * minor(0) -
      g[0]![1]! * (g[0]![1]! * g[2]![2]! - g[1]![2]! * g[0]![2]!) +
      g[0]![2]! * (g[0]![1]! * g[1]![2]! - g[1]![1]! * g[0]![2]!)
    for (const [i, key] of keys.entries()) {
      const expected = fit.residualStandardDeviation! * Math.sqrt(minor(i) / determinant)
      expect(fit.standardErrors![key] / expected).toBeCloseTo(1, 4)
    }
  })

  it('follows constant throughput exactly: all work is serialised', () => {
    const fit = fitUsl(pointsOf([1, 100], [2, 100], [4, 100], [8, 100]))
    expect(fit).toMatchObject({
      contention: 1,
      rSquared: 1,
      kneeProcesses: 1,
      standardErrors: null,
    })
    expect(fit.perProcessPerSecond).toBeCloseTo(100, 6)
  })

  it('takes the least processes of the greatest throughput, whatever the order of the points', () => {
    // By the curve alone the knee would lie between 4 and 8.
    const points = pointsOf([1, 100], [2, 195], [4, 380], [8, 380])
    expect(fitUsl(points).kneeProcesses).toBe(4)
    expect(fitUsl(points.toReversed()).kneeProcesses).toBe(4)
  })

  it('counts a number of processes by its mean throughput, not by how often it was measured', () => {
    const points = pointsOf([1, 100], [1, 100], [1, 100], [2, 180], [4, 250])
    expect(fitUsl(points).kneeProcesses).toBeGreaterThan(2)
  })

  it('does not call a knee at the last number of processes measured extrapolated', () => {
    const amdahl = { perProcessPerSecond: 10, contention: 0.25, coherency: 0 }
    expect(fitUsl(measured(amdahl, [1, 2, 8]))).toMatchObject({
      kneeProcesses: 8,
      kneeIsExtrapolated: false,
    })
    expect(fitUsl(measured(amdahl, [1, 2, 7]))).toMatchObject({
      kneeProcesses: 8,
      kneeIsExtrapolated: true,
    })
  })

  it('refuses points whose throughput falls from the first process on: X = 1 / (N - 1)', () => {
    expect(() => fitUsl(pointsOf([2, 1], [3, 1 / 2], [4, 1 / 3]))).toThrowError(
      expect.objectContaining({ code: 'invalid-points' }) as Error,
    )
  })

  it('names the value that it refuses', () => {
    expect(() => fitUsl(pointsOf([0, 1], [1, 1], [2, 1], [3, 1]))).toThrowError(
      expect.objectContaining({ details: { processes: 0 } }) as Error,
    )
    expect(() => fitUsl(pointsOf([1, 1], [2, -4], [3, 1]))).toThrowError(
      expect.objectContaining({ details: { throughputPerSecond: -4 } }) as Error,
    )
  })

  it.each([
    ['two numbers of processes', [1, 2, 2], [100, 190, 191]],
    ['no throughput', [1, 2, 4], [100, 0, 300]],
    ['half a process', [1, 1.5, 4], [100, 150, 300]],
    ['no number', [1, 2, 4], [100, Number.NaN, 300]],
  ])('refuses %s', (_, processes, throughputs) => {
    const points = processes.map((n, index) => ({
      processes: n,
      throughputPerSecond: throughputs[index]!,
    }))
    expect(() => fitUsl(points)).toThrowError(
      expect.objectContaining({ code: 'invalid-points' }) as Error,
    )
  })
})

/**
 * A coarse grid over both coefficients; the throughput of one process is then linear and solved
 * exactly.
 */
function gridAround(points: readonly ThroughputPoint[]): UslCoefficients[] {
  const curves: UslCoefficients[] = []
  for (let contention = 0; contention <= 1; contention += 0.05) {
    for (let coherency = 0; coherency <= 0.4; coherency += 0.02) {
      const unit = { perProcessPerSecond: 1, contention, coherency }
      const at = points.map((point) => throughputAt(unit, point.processes))
      const measured = points.map((point) => point.throughputPerSecond)
      const perProcessPerSecond =
        at.reduce((sum, value, i) => sum + value * measured[i]!, 0) /
        at.reduce((sum, value) => sum + value ** 2, 0)
      curves.push({ perProcessPerSecond, contention, coherency })
    }
  }
  return curves
}

describe('the curve', () => {
  it('is greatest at its peak', () => {
    fc.assert(
      fc.property(curves, (curve) => {
        const peak = peakOf(curve)
        if (peak === null) return
        const top = throughputAt(curve, peak)
        for (const n of [1, peak * 0.9, peak * 1.1, peak + 1]) {
          if (n >= 1) expect(throughputAt(curve, n)).toBeLessThanOrEqual(top * (1 + 1e-9))
        }
      }),
    )
  })

  it('has its knee before its peak, where a further process adds too little', () => {
    fc.assert(
      fc.property(curves, (curve) => {
        const knee = kneeOf(curve)
        const peak = peakOf(curve)
        if (knee === null) return
        if (peak !== null) expect(knee).toBeLessThanOrEqual(Math.ceil(peak))
        const gain = throughputAt(curve, knee + 1) - throughputAt(curve, knee)
        expect(gain).toBeLessThan(0.1 * curve.perProcessPerSecond)
      }),
    )
  })
})
