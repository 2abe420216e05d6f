import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { alignCpuToRequests, ObservationBuilder, readRecording, readSource } from '../index.ts'

const SAMPLES = new URL('../../../../samples/', import.meta.url)
const now = new Date('2026-11-21T00:00:00Z')
const perSecond = () => new ObservationBuilder({ windowSeconds: 1 })

async function requestsOf(name: string) {
  const builder = perSecond()
  for (const vm of ['vm1', 'vm2', 'vm3'])
    await readSource(
      createReadStream(new URL(`${name}/access/${vm}.log.gz`, SAMPLES)).pipe(createGunzip()),
      {
        ...{ kind: 'access-log', syntax: 'apache', format: '%h %l %u %t "%r" %>s %b %D' },
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
  test('finds the start of xenmon within two seconds', async () => {
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

test('says unknown where CPU use has nothing to do with the requests', async () => {
  const requests = await requestsOf('paper-table3-equal')
  const cpu = Array.from({ length: 200 }, (_, second) => ({
    ...{ domain: 'vm1', windowStartEpochSeconds: second, windowSeconds: 1 },
    ...{ requests: null, clientRequests: null },
    cpu: {
      source: 'xentop' as const,
      usedSeconds: ((second * 7919) % 97) / 97,
      ...{ runnableWaitSeconds: null, blockedSeconds: null, dispatches: null, ioCount: null },
      coveredSeconds: 1,
    },
  }))
  expect(alignCpuToRequests(cpu, requests).kind).toBe('unknown')
  expect(alignCpuToRequests([], requests).kind).toBe('unknown')
  const constant = cpu.map((o) => ({ ...o, cpu: { ...o.cpu, usedSeconds: 0.5 } }))
  expect(alignCpuToRequests(constant, requests).kind).toBe('unknown')
})
