import { expect, test } from 'vitest'
import { replicate } from '../engine/replicate.ts'
import { simulate } from '../engine/simulate.ts'
import { credit, exponential, guest, poisson } from '../hosts.fixture.ts'
import type { TwinResult } from '../results/twin-result.ts'
import { runTwin, runTwins } from './run-twin.ts'

const config = {
  pCpus: 1,
  scheduler: credit,
  guests: [
    guest('a', poisson(100), exponential(0.005)),
    guest('b', poisson(50), exponential(0.004)),
  ],
}
const options = { seed: 8, replications: 3, horizonSeconds: 20 }

test('several threads give the same answer as one and report progress', async () => {
  const fractions: number[] = []
  const summary = await runTwin(config, {
    ...options,
    threads: 2,
    onProgress: (fraction) => fractions.push(fraction),
  })
  expect(summary).toEqual(replicate(config, options))
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b))
  expect(fractions.at(-1)).toBeCloseTo(1, 9)
})

test('several hosts share threads and seeds, each with its own answer', async () => {
  const faster = { ...config, pCpus: 2 }
  const seeds: number[][] = [[], []]
  const summaries = await runTwins([config, faster], {
    ...options,
    threads: 2,
    onResult: ({ seed }, index) => seeds[index]!.push(seed),
  })
  expect(summaries).toEqual([replicate(config, options), replicate(faster, options)])
  expect(seeds.map((each) => each.toSorted((a, b) => a - b))).toEqual([
    [8, 9, 10],
    [8, 9, 10],
  ])
})

test('passes windows to onResult without keeping them', async () => {
  const seen: number[] = []
  const inWindows = { ...options, boundariesSeconds: [5, 10] }
  const [summary] = await runTwins([config], {
    ...inWindows,
    keepWindows: false,
    onResult: ({ windows }) => void seen.push(windows.length),
  })
  expect(seen).toEqual([3, 3, 3])
  expect(summary!.windows).toEqual([])
  expect(summary!.domains).toEqual(replicate(config, inWindows).domains)
})

test('without response times by window, those of the run are the same as without windows', () => {
  const spans = { ...options, seed: 8, warmupSeconds: 2, drainSeconds: 5, cdfAtSeconds: [0.01] }
  const inWindows = { ...spans, boundariesSeconds: [5, 10] }
  const whole = simulate(config, spans)
  const lean = simulate(config, { ...inWindows, windowResponses: false })
  const full = simulate(config, inWindows)
  expect(lean.domains.map(({ requests }) => requests)).toEqual(
    whole.domains.map(({ requests }) => requests),
  )
  expect(lean.windows.flatMap(({ domains }) => domains.map(({ requests }) => requests))).toEqual(
    Array(6).fill(null),
  )
  const states = ({ windows }: TwinResult) =>
    windows.map(({ domains, ...span }) => ({
      ...span,
      domains: domains.map(({ requests: _, ...scheduling }) => scheduling),
    }))
  expect(states(lean)).toEqual(states(full))
})

test('an aborted run ends with the reason, long before its horizon', async () => {
  const reason = new Error('No longer wanted.')
  const controller = new AbortController()
  const run = runTwin(config, {
    ...options,
    horizonSeconds: 1e7,
    threads: 1,
    signal: controller.signal,
    onProgress: () => controller.abort(reason),
  })
  await expect(run).rejects.toBe(reason)
  await expect(runTwin(config, { ...options, signal: controller.signal })).rejects.toBe(reason)
  // Threads wait for the next question, except those that were ended.
  expect(await runTwin(config, { ...options, threads: 1 })).toEqual(replicate(config, options))
})

test('a reused thread gives the same answer as a new one', async () => {
  const other = { ...config, guests: config.guests.slice(0, 1) }
  await runTwin(other, { ...options, threads: 1 })
  const next = runTwin(config, { ...options, threads: 1 })
  const beside = runTwin(other, { ...options, threads: 1 })
  expect(await next).toEqual(replicate(config, options))
  expect(await beside).toEqual(replicate(other, options))
})

test('rejects an invalid configuration before a thread starts', async () => {
  await expect(runTwin({ ...config, pCpus: 0 }, options)).rejects.toMatchObject({
    code: 'invalid-number',
  })
  await expect(runTwin(config, { ...options, replications: 0 })).rejects.toMatchObject({
    code: 'invalid-number',
  })
})
