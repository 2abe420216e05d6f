import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { traceObservations } from './trace-observations.ts'

const TRACE = readFileSync(
  new URL('../../../../../packages/xen/fixtures/xentrace.bin', import.meta.url),
)
const START = 1_795_190_400

const facts = (trace: object) => ({
  trace: {
    recorded: true as const,
    bytes: TRACE.length,
    askedAtHostSeconds: START + 3602,
    tscHz: 2_599_998_000,
    end: { off: true, maskRestored: true, problem: null },
    ...trace,
  },
  clock: { hostMinusOursSeconds: 3600, uncertaintySeconds: 0 },
  domains: [0, 1, 2, 3].map((id) => ({
    id,
    name: id === 0 ? 'Domain-0' : `vm${id}`,
    uuid: '',
    vCpus: 1,
    weight: 256,
    cap: 0,
  })),
})

it('tells the waits of every domain by its name, in windows on our clock', async () => {
  const observations = await traceObservations(
    [TRACE.subarray(0, 999), TRACE.subarray(999)],
    facts({}),
  )
  expect(new Set(observations.map(({ domain }) => domain))).toContain('vm1')
  for (const { windowStartEpochSeconds, windowSeconds, cpu } of observations) {
    expect([START, START + 10]).toContain(windowStartEpochSeconds)
    expect(windowSeconds).toBe(10)
    expect(cpu).toMatchObject({ source: 'xentrace', runnableWaitSeconds: expect.any(Number) })
  }
})

it('tells nothing without a trace, or without the rate of its clock', async () => {
  expect(await traceObservations([TRACE], facts({ tscHz: null }))).toEqual([])
  expect(await traceObservations([], { ...facts({}), trace: null })).toEqual([])
})
