import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alignCpuToRequests, ObservationBuilder, readRecording, readSource } from '../index.ts'
import { readText } from '../read-text.fixture.ts'
import { change, encodeTrace, type Written } from '../xentrace/encode-trace.fixture.ts'

const SAMPLES = new URL('../../../../samples/', import.meta.url)
const now = new Date('2026-11-21T00:00:00Z')
const perSecond = () => new ObservationBuilder({ windowSeconds: 1 })

async function requestsOf(name: string) {
  const builder = perSecond()
  for (const vm of ['vm1', 'vm2', 'vm3'])
    await readSource(
      createReadStream(new URL(`${name}/access/${vm}.log.gz`, SAMPLES)).pipe(createGunzip()),
      {
        kind: 'access-log',
        syntax: 'apache',
        format: '%h %l %u %t "%r" %>s %b %D',
        domainBy: { by: 'fixed', domain: vm },
      },
      builder,
      { now },
    )
  return builder.finish().observations
}

async function startOf(name: string) {
  const text = await readFile(new URL(`${name}/recording.json`, SAMPLES), 'utf8')
  return readRecording(text).xenmonStartEpochHostSeconds!
}

describe.each(['paper-table3-equal', 'paper-table3-reweighted'])('%s', (name) => {
  test('finds the start of xenmon to within two seconds', async () => {
    const builder = perSecond()
    for (const id of [1, 2, 3])
      await readSource(
        createReadStream(new URL(`${name}/xenmon/log-dom${id}.log`, SAMPLES)),
        { kind: 'xenmon', startEpochSeconds: 0, domainNames: { [id]: `vm${id}` } },
        builder,
        { relativeTime: true },
      )
    const alignment = alignCpuToRequests(builder.finish().observations, await requestsOf(name))
    if (alignment.kind !== 'found') return expect.fail(alignment.reason)
    expect(Math.abs(alignment.startEpochSeconds - (await startOf(name)))).toBeLessThan(2)
    expect(alignment.correlation).toBeGreaterThan(0.8)
    expect(alignment.runnerUpCorrelation).toBeLessThan(alignment.correlation)
  })
})

test('reports the start as unknown where CPU use does not follow the requests', async () => {
  const requests = await requestsOf('paper-table3-equal')
  const cpu = Array.from({ length: 200 }, (_, second) => ({
    domain: 'vm1',
    windowStartEpochSeconds: second,
    windowSeconds: 1,
    requests: null,
    clientRequests: null,
    cpu: {
      source: 'xentop' as const,
      usedSeconds: ((second * 7919) % 97) / 97,
      usedByPart: [],
      runnableWaitSeconds: null,
      blockedSeconds: null,
      dispatches: null,
      ioCount: null,
      coveredSeconds: 1,
    },
  }))
  expect(alignCpuToRequests(cpu, requests).kind).toBe('unknown')
  expect(alignCpuToRequests([], requests).kind).toBe('unknown')
  const constant = cpu.map((o) => ({ ...o, cpu: { ...o.cpu, usedSeconds: 0.5 } }))
  expect(alignCpuToRequests(constant, requests).kind).toBe('unknown')
})

test('finds the start of a long trace by its busiest half hour', () => {
  const hours = 4 * 3600
  const truth = 1_795_000_000
  const load = (second: number) => {
    const busy = second > 9000 && second < 12_000 ? 3 : 1
    return (
      busy * (1 + Math.sin(second / 37) * Math.cos(second / 1013)) + ((second * 7919) % 13) / 13
    )
  }
  const empty = { requests: null, clientRequests: null, cpu: null, domain: 'vm1', windowSeconds: 1 }
  const requests = Array.from({ length: hours }, (_, i) => ({
    ...empty,
    windowStartEpochSeconds: truth + i,
    requests: {
      arrivals: load(i),
      arrivalsByPart: [],
      errors: 0,
      completions: null,
      coveredSeconds: 1,
      interArrival: null,
      duration: null,
      meanBytes: null,
    },
  }))
  const cpu = Array.from({ length: hours - 3000 }, (_, i) => ({
    ...empty,
    windowStartEpochSeconds: i,
    cpu: {
      source: 'xenmon' as const,
      usedSeconds: load(i + 1000) / 50,
      usedByPart: [],
      coveredSeconds: 1,
      runnableWaitSeconds: null,
      blockedSeconds: null,
      dispatches: null,
      ioCount: null,
    },
  }))
  expect(alignCpuToRequests(cpu, requests)).toMatchObject({
    kind: 'found',
    startEpochSeconds: truth + 1000,
  })
  const near = { earliestEpochSeconds: truth + 5000, latestEpochSeconds: truth + 6000 }
  expect(alignCpuToRequests(cpu, requests, near).kind).toBe('unknown')
})

test('refuses windows of other widths', () => {
  const wide = [
    {
      domain: 'vm1',
      windowStartEpochSeconds: 0,
      windowSeconds: 2,
      requests: null,
      clientRequests: null,
      cpu: null,
    },
  ]
  expect(() => alignCpuToRequests(wide, [])).toThrow(/windows of 1 s or 0.1 s/)
})

test('finds the start of fifteen seconds of xentrace to a tenth of a second', async () => {
  const start = 1_795_193_903.4
  const random = fc.sample(fc.noBias(fc.nat(1_000_000)), { numRuns: 2000, seed: 5 })
  const records: Written[] = []
  const lines: string[] = []
  let free = 0
  let at = 0
  for (const [i, number] of random.entries()) {
    // About forty requests a second, 6 ms of CPU each, one at a time.
    at += -Math.log((number + 1) / 1_000_002) / 40
    if (at > 30) break
    lines.push(`${Math.round((start - 5 + at) * 1e6)} 6000 200 /${i}`)
    const begin = Math.max(at, free)
    free = begin + 0.006
    if (begin < 5 || free > 20) continue
    for (const [seconds, from, to] of [
      [begin, 2, 1],
      [begin, 1, 0],
      [free, 0, 2],
    ] as const)
      records.push(change(Math.round((seconds - 5) * 1e6), 0, [1, 0], from, to))
  }
  const windows = { windowSeconds: 0.1, relativeTime: true }
  const spec = { kind: 'xentrace' as const, startEpochSeconds: 0, tscHz: 1e6 }
  const trace = await readText(encodeTrace(records), spec, windows)
  const log = await readText(
    `${lines.join('\n')}\n`,
    {
      kind: 'access-log',
      syntax: 'apache',
      format: '%{usec}t %D %>s %U',
      domainBy: { by: 'fixed', domain: 'dom1' },
    },
    windows,
  )
  const found = alignCpuToRequests(trace.set.observations, log.set.observations)
  expect(found).toMatchObject({ kind: 'found' })
  // The trace's time zero is its first record.
  const zero = start + records[0]!.at / 1e6
  expect(Math.abs(found.kind === 'found' ? found.startEpochSeconds - zero : 1)).toBeLessThan(0.11)
})
