import type { Twin } from '@steelyard/contract'
import { expect, it } from 'vitest'
import { twinGist, worstErrors } from './twin-words.ts'

const interval = (ms: number) => ({ ms, lowMs: ms - 1, highMs: ms + 1 })

function domain(meanMs: number, measuredMeanMs: number | null): Twin['domains'][number] {
  return {
    domain: 'vm1',
    mean: interval(meanMs),
    p95: interval(3 * meanMs),
    p99: null,
    logged: { mean: null, p95: null },
    cpuShare: 0.3,
    runnableWaitPerRequestMs: 1,
    measuredMeanMs,
    measuredP95Ms: measuredMeanMs === null ? null : 2.5 * measuredMeanMs,
    measuredBy: 'client',
  }
}

const twin: Twin = {
  state: 'done',
  reason: null,
  arrivals: 'recorded',
  replications: 10,
  simulatedSeconds: 300,
  scheduler: 'credit',
  xenVersion: '4.17',
  domains: [domain(22, 20), domain(18, 20)],
}

it('states the largest error, above or below', () => {
  expect(worstErrors(twin.domains).mean).toBeCloseTo(0.1)
  expect(worstErrors(twin.domains).p95).toBeCloseTo(0.32)
  expect(twinGist(twin)).toBe(
    'The credit scheduler of Xen 4.17, simulated with recorded arrivals: 10 replications of 5 min. Its mean is within 10 % of what was measured for every guest, its 95th percentile within 32 %.',
  )
})

it('compares the log’s measurement with the log that the twin would write', () => {
  const logged = { mean: interval(19), p95: interval(50) }
  const own = { ...domain(22, 20), logged, measuredBy: 'access-log' as const }
  expect(worstErrors([own]).mean).toBeCloseTo(0.05)
  expect(worstErrors([own]).p95).toBeCloseTo(0)
  expect(worstErrors([{ ...own, measuredBy: 'client' }]).mean).toBeCloseTo(0.1)
})

it('claims nothing where nothing was measured', () => {
  expect(twinGist({ ...twin, domains: [domain(22, null)] })).toMatch(/Nothing was measured/)
})

it('states why it was left out', () => {
  expect(twinGist({ ...twin, state: 'left-out', reason: 'Capped pools.', domains: [] })).toBe(
    'Left out: Capped pools.',
  )
})
