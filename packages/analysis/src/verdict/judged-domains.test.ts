import { decide } from '@steelyard/model'
import { describe, expect, it } from 'vitest'
import { findGuests } from '../recorded/guests.ts'
import { measuredTimes } from '../recorded/response-time.ts'
import { groupWindows } from '../recorded/window-list.ts'
import { durationOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { judgedDomains } from './judged-domains.ts'

const target = (ms: number | null, throughputPerSecond: number | null = null) => [
  { domain: 'vm1', responseTimeSeconds: ms === null ? null : ms / 1000, throughputPerSecond },
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

const judged = (
  windows: ReturnType<typeof windowsOf>,
  targets: ReturnType<typeof target>,
  statistic: 'mean' | 'p95' = 'mean',
) =>
  judgedDomains(
    windows,
    findGuests(windows),
    targets,
    ({ name, measuredBy }) => measuredTimes(windows, name, measuredBy)[statistic],
  )

function verdictOf(windows: ReturnType<typeof windowsOf>, targets: ReturnType<typeof target>) {
  const domains = judged(windows, targets)
  return { domains, ...decide(domains, { rule: 'gated' }) }
}

describe('the values that targets are compared with', () => {
  it('use the statistic over all requests', () => {
    const windows = windowsOf([0.01, 0.02, 0.06])
    const { domains } = verdictOf(windows, target(100))
    expect(domains[0]!.observedResponseTimeSeconds).toBeCloseTo(0.03, 9)
    expect(domains[0]!.offeredPerSecond).toBe(10)
    const [p95] = judged(windows, target(100), 'p95')
    expect(p95!.observedResponseTimeSeconds).toBeCloseTo(0.06, 2)
  })

  it('count each request once, not each window', () => {
    const windows = groupWindows(
      [
        observationOf('vm1', 0, { clientRequests: requestsOf() }),
        observationOf('vm1', 10, {
          clientRequests: requestsOf({ duration: durationOf({ count: 3, meanSeconds: 9 }) }),
        }),
      ],
      10,
    )
    const [vm1] = verdictOf(windows, target(100)).domains
    expect(vm1!.observedResponseTimeSeconds).toBeCloseTo((100 * 0.01 + 3 * 9) / 103, 9)
  })

  it('are ok below the target, and "migrate" when the only domain is above it', () => {
    expect(verdictOf(windowsOf([0.05]), target(60)).verdict).toBe('ok')
    const violated = verdictOf(windowsOf([0.05]), target(40))
    expect(violated.verdict).toBe('migrate')
    expect(violated.violators).toEqual(['vm1'])
    expect(violated.reasons.map((reason) => reason.code)).toContain('response-time-over-target')
  })

  it('do not mistake low demand for low throughput', () => {
    expect(verdictOf(windowsOf([0.05]), target(null, 500)).verdict).toBe('ok')
    const failing = windowsOf([0.05], { arrivals: 1000, errors: 900 })
    expect(verdictOf(failing, target(null, 50)).verdict).not.toBe('ok')
  })

  it('cannot violate a target that was not set', () => {
    const { verdict, reasons } = verdictOf(windowsOf([0.05]), [])
    expect(verdict).toBe('ok')
    expect(reasons.map((reason) => reason.code)).toContain('no-targets')
  })
})
