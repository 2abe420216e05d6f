import { peak } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { domainPeaks } from './domain-results.ts'
import { findGuests } from './guests.ts'
import { durationOf, observationOf, requestsOf } from './testing-windows.ts'
import { decideVerdict, tellVerdict } from './verdict.ts'
import { groupWindows } from './window-list.ts'

const target = (responseTimeMs: number | null, throughputPerSecond: number | null = null) => [
  { domain: 'vm1', responseTimeMs, throughputPerSecond },
]
const windowsOf = (
  means: readonly number[],
  requests: Partial<Parameters<typeof requestsOf>[0]> = {},
) =>
  groupWindows(
    means.map((meanSeconds, i) =>
      observationOf('vm1', i * 10, {
        clientRequests: requestsOf({ duration: durationOf({ meanSeconds }), ...requests }),
      }),
    ),
    10,
  )

function verdictOf(windows: ReturnType<typeof windowsOf>, targets: ReturnType<typeof target>) {
  const peaks = domainPeaks(windows, findGuests(windows), targets)
  return { peaks, ...tellVerdict(decideVerdict(peaks, 'strict'), peaks, null) }
}

describe('peaks and verdict', () => {
  it('take the 95th percentile of the windows’ means', () => {
    const means = Array.from({ length: 20 }, (_, i) => (i + 1) / 1000)
    const { peaks } = verdictOf(windowsOf(means), target(100))
    expect(peaks[0]!.peakResponseTimeSeconds).toBeCloseTo(peak(means)!, 9)
    expect(peaks[0]!.offeredPeakPerSecond).toBe(10)
  })

  it('leave out means of hardly any requests', () => {
    const windows = groupWindows(
      [
        observationOf('vm1', 0, { clientRequests: requestsOf() }),
        observationOf('vm1', 10, {
          clientRequests: requestsOf({ duration: durationOf({ count: 3, meanSeconds: 9 }) }),
        }),
      ],
      10,
    )
    expect(verdictOf(windows, target(100)).peaks[0]!.peakResponseTimeSeconds).toBeCloseTo(0.01, 9)
  })

  it('is ok below the target, migrate when the only domain is above it', () => {
    expect(verdictOf(windowsOf([0.05]), target(60)).verdict).toBe('ok')
    const violated = verdictOf(windowsOf([0.05]), target(40))
    expect(violated.verdict).toBe('migrate')
    expect(violated.headline).toContain('vm1 peaks at 50 ms against a target of 40 ms')
    expect(violated.reasons.map((reason) => reason.severity)).toContain('critical')
  })

  it('does not take low demand for low throughput', () => {
    expect(verdictOf(windowsOf([0.05]), target(null, 500)).verdict).toBe('ok')
    const failing = windowsOf([0.05], { arrivals: 1000, errors: 900 })
    expect(verdictOf(failing, target(null, 50)).verdict).not.toBe('ok')
  })

  it('cannot violate what was not promised', () => {
    const { verdict, reasons } = verdictOf(windowsOf([0.05]), [])
    expect(verdict).toBe('ok')
    expect(reasons.map((reason) => reason.code)).toContain('no-targets')
  })
})
