import { beforeAll, expect, it } from 'vitest'
import { exampleLoad } from '../load/example-load.fixture.ts'
import { exampleBasis } from '../prediction/example-basis.fixture.ts'
import type { HostToPlay } from '../prediction/host-to-play.ts'
import type { ModelTimes } from '../prediction/prediction.ts'
import { predictionOf } from '../prediction/predictor-basis.ts'
import { asAnalysed } from './asked-host.ts'
import { playHeadroom } from './play-headroom.ts'
import { playQuestion } from './play-question.ts'

const known = exampleLoad(undefined, {
  range: { fromEpochSeconds: 0, toEpochSeconds: 100 },
  twin: { domain0: { cpuSecondsPerRequest: 0, background: { windows: [] } } },
}) as HostToPlay['known']
const host = { known, basis: exampleBasis(known), arrivals: [], domains: [] }
let times: ModelTimes
beforeAll(async () => {
  const played = await playQuestion(host, asAnalysed(known), { replications: 5 })
  times = played.times
})

/** Two domains that use 40 % of one pCPU each, and whose targets are twice their times. */
function twoDomains(by: 'twin' | 'sdps' = 'twin'): HostToPlay {
  return {
    ...host,
    basis: exampleBasis(known, { by, now: Object.fromEntries(times) }),
    domains: [...times].map(([name, time]) => ({
      name,
      observedSeconds: time!.seconds,
      hasTarget: true,
      missesTarget: false,
      targetSeconds: 2 * time!.seconds,
    })),
  }
}

it('begins at the prediction of the analysis and breaks between it and saturation', async () => {
  const host = twoDomains()
  const fractions: number[] = []
  const headroom = await playHeadroom(host, { onProgress: (each) => fractions.push(each) })
  expect(headroom.map(({ domain }) => domain).sort()).toEqual(['vm1', 'vm2'])
  for (const { domain, points, limit, breaksAtFactor, breaksBetween } of headroom) {
    const { loadFactor: _, ...now } = points.find(({ loadFactor }) => loadFactor === 1)!
    expect(now).toEqual(predictionOf(host.basis, domain, host.basis.now[domain], 'diagnosis'))
    // At half the load a host answers sooner, and from 1 / 0.8 on it never gets to the end.
    expect(points[0]!.seconds).toBeLessThan(now.seconds)
    expect(points.at(-1)!.loadFactor).toBeLessThan(1.25)
    expect(limit).toBe('target')
    // x / (1 - f rho) doubles where f rho = (1 + rho) / 2, so at 0.9 / 0.8.
    expect(breaksAtFactor).toBeGreaterThan(1.04)
    expect(breaksAtFactor).toBeLessThan(1.22)
    expect(breaksBetween!.lowFactor).toBeLessThan(breaksAtFactor!)
    expect(breaksBetween!.highFactor ?? 1.25).toBeGreaterThan(breaksAtFactor!)
  }
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  expect(fractions.at(-1)).toBeLessThanOrEqual(1)
})

it('finds saturation where there is no target', async () => {
  const host = twoDomains()
  const domains = host.domains.map((domain) => ({ ...domain, targetSeconds: null }))
  for (const { limit, breaksAtFactor } of await playHeadroom({ ...host, domains })) {
    expect(limit).toBe('saturation')
    expect(breaksAtFactor! / (1 / 0.8)).toBeCloseTo(1, 1)
  }
})

it('takes a formula at its word, so nothing is played but the host as it is', async () => {
  const headroom = await playHeadroom(twoDomains('sdps'))
  expect(headroom[0]!.limit).toBe('target')
})
