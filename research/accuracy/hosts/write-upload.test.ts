import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RecordedRun } from '../../../bench/index.ts'
import type { ObservedRun } from '../recordings/observe-run.ts'
import { readUpload } from './ask-product.ts'
import { drawHost } from './draw-host.ts'
import { RECORDED_SECONDS, writeUpload } from './write-upload.ts'

const host = drawHost(1, 1)
let directory: string
let recorded: RecordedRun
let observed: ObservedRun

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'steelyard-upload-test-'))
  recorded = await writeUpload(host, directory)
  observed = await readUpload(directory)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

describe('what an operator would upload of a synthetic host', () => {
  it('says the same CPU time as the simulator counted, but for the rounding of xentop', () => {
    for (const { name, cpuShare } of recorded.judgement.domains) {
      const used = observed.host.observations
        .filter(({ domain }) => domain === name)
        .reduce((sum, { cpu }) => sum + (cpu?.usedSeconds ?? 0), 0)
      const sampled = recorded.cpuSeconds.reduce(
        (sum, each) => sum + each[recorded.domains.indexOf(name)]!,
        0,
      )
      expect(sampled).toBeCloseTo(cpuShare * RECORDED_SECONDS, 4)
      expect(Math.abs(used - sampled)).toBeLessThan(0.0005 * RECORDED_SECONDS)
    }
  })

  it('has a line for each request that ended, with its time to the microsecond', () => {
    for (const { name } of host.guests) {
      const own = recorded.requests.filter(({ domain }) => domain === name)
      const { arrivals } = observed
      expect(arrivals.find(({ domain }) => domain === name)!.offsetsSeconds).toHaveLength(
        own.length,
      )
      const durations = observed.host.observations
        .filter(({ domain }) => domain === name)
        .flatMap(({ requests }) => requests?.duration ?? [])
      const read = durations.reduce((sum, { count, meanSeconds }) => sum + count * meanSeconds, 0)
      const counted = own.reduce((sum, { seconds }) => sum + seconds, 0)
      expect(Math.abs(read - counted)).toBeLessThan(1e-6 * own.length)
    }
  })

  it('agrees with the simulator’s own count, but for requests in flight at either end', () => {
    for (const { name, requests } of recorded.judgement.domains) {
      const own = recorded.requests.filter(({ domain }) => domain === name)
      if (!requests) continue
      expect(Math.abs(own.length - requests.count)).toBeLessThan(20)
      const mean = own.reduce((sum, { seconds }) => sum + seconds, 0) / own.length
      expect(mean / requests.logged!.meanSeconds).toBeCloseTo(1, 1)
    }
  })

  it('tells scheduler, weights and pCPUs', () => {
    const { regimes, scheduler, pCpus } = observed.host
    expect(scheduler).toBe('credit')
    expect(pCpus.count).toBe(2)
    expect(regimes.at(-1)!.weights).toEqual(host.weights)
  })
})
