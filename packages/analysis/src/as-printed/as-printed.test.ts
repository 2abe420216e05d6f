import { describe, expect, it } from 'vitest'
import type { RecordedHost } from '../recorded/recorded-host.ts'
import { cpuOf, durationOf, observationOf, requestsOf } from '../recorded/windows.fixture.ts'
import { exampleSettings } from '../settings.fixture.ts'
import { surveyRecording } from '../survey-recording.ts'
import { asPrinted } from './as-printed.ts'

/** CPU time of a request as in Table 3, seconds. */
const SERVICE = { vm1: 0.0066, vm2: 0.0066, vm3: 0.0017 }
const GUESTS = ['vm1', 'vm2', 'vm3'] as const

/** The load of Table 3, interval 5, for two minutes, with these means in the logs. */
function table3(
  meanMs: Record<(typeof GUESTS)[number], number>,
  rate = 1,
  weight = 256,
): RecordedHost {
  const perSecond = { vm1: 45 * rate, vm2: 45 * rate, vm3: 170 * rate }
  return {
    observations: Array.from({ length: 12 }, (_, index) => [
      observationOf('Domain-0', 10 * index, {
        cpu: cpuOf({ usedSeconds: 0, runnableWaitSeconds: 0 }),
      }),
      ...GUESTS.map((name) => {
        const count = 10 * perSecond[name]
        return observationOf(name, 10 * index, {
          requests: requestsOf({
            arrivals: count,
            duration: durationOf({ count, meanSeconds: meanMs[name] / 1000 }),
          }),
          cpu: cpuOf({ usedSeconds: count * SERVICE[name] }),
        })
      }),
    ]).flat(),
    windowSeconds: 10,
    regimes: [
      { fromEpochSeconds: 0, weights: { 'Domain-0': 256, vm1: weight, vm2: weight, vm3: weight } },
    ],
    plannedPhases: [],
    scheduler: 'credit',
    pCpus: { count: 1, source: 'host' },
  }
}

const target = (domain: string, ms: number | null, throughputPerSecond: number | null = null) => ({
  domain,
  responseTimeSeconds: ms === null ? null : ms / 1000,
  throughputPerSecond,
})
/** The targets of the paper add up to 26 ms. */
const TARGETS = [target('vm1', 9), target('vm2', 12), target('vm3', 5)]

const asked = (host: RecordedHost, targets = TARGETS) =>
  asPrinted(surveyRecording(host, exampleSettings), { targets, settings: exampleSettings })

describe('eq (5) and (6) as printed and as corrected', () => {
  it('agree on a host whose peaks add up to more than its targets', async () => {
    const { printed, corrected } = await asked(table3({ vm1: 10.4, vm2: 12, vm3: 5 }))
    expect([printed.verdict, corrected.verdict]).toEqual(['migrate', 'migrate'])
    expect(printed.sumObservedResponseTimeSeconds).toBeCloseTo(0.0274, 9)
  })

  it('part where the sums are equal', async () => {
    const equal = [target('vm1', 9), target('vm2', 12)]
    const { printed, corrected } = await asked(table3({ vm1: 9, vm2: 12, vm3: 1 }), equal)
    expect([printed.verdict, corrected.verdict]).toEqual(['migrate', 'reweight'])
  })

  it('part where an idle domain answers all that it receives', async () => {
    const idle = table3({ vm1: 1, vm2: 1, vm3: 1 }, 0.1)
    const { printed, corrected } = await asked(idle, [target('vm3', null, 100)])
    expect(printed.violators).toEqual(['vm3'])
    expect(corrected).toMatchObject({ verdict: 'ok', violators: [] })
  })
})

describe('eq (7) as printed and as corrected', () => {
  it('gives Table 3, interval 5, one corner and the optimum of the paper’s own formula', async () => {
    const { totalDelay } = await asked(table3({ vm1: 10, vm2: 10, vm3: 5 }))
    const weights = totalDelay!.domains.map(({ domain, printedWeight, correctedWeight }) => [
      domain,
      printedWeight,
      correctedWeight,
    ])
    expect(weights).toEqual([
      ['vm1', 691, 307],
      ['vm2', 39, 307],
      ['vm3', 39, 154],
    ])
    const { now, printed, corrected } = totalDelay!.totalSeconds
    expect(now).toBeCloseTo(0.0444, 4)
    expect(corrected).toBeLessThan(now)
    expect(printed).toBeGreaterThan(now)
  })

  it('says why there are no weights where Xen takes none that high, and (5) and (6) answer', async () => {
    const heavy = table3({ vm1: 10.4, vm2: 12, vm3: 5 }, 1, 32_768)
    const { totalDelay, notPosed, printed } = await asked(heavy)
    expect(totalDelay).toBeNull()
    expect(notPosed).toMatch(/^vm1 would need a weight of 884\d\d, Xen takes 65535 at most; /)
    expect(printed.verdict).toBe('migrate')
  })
})
