import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import {
  LiveObserver,
  type Observation,
  ObservationBuilder,
  readRecording,
  readSource,
  type SourceSpec,
} from '../index.ts'
import { type XentopSample, XentopSamples } from '../xentop/xentop-samples.ts'
import { pacedBy } from '../xentop/xentop-timeline.ts'
import { byWindow, expectSame } from './expect-same.fixture.ts'

const SAMPLES = new URL('../../../../samples/', import.meta.url)
const VMS = ['vm1', 'vm2', 'vm3']
const NOW = new Date('2026-11-21T00:00:00Z')

async function load(name: string, accessFolder: 'access' | 'access-epoch') {
  const at = (path: string) => new URL(`${name}/${path}`, SAMPLES)
  const unzip = async (path: string) => gunzipSync(await readFile(at(path))).toString('latin1')
  const recording = readRecording(await readFile(at('recording.json'), 'utf8'))
  const format =
    accessFolder === 'access' ? recording.accessLogFormat! : recording.accessEpochLogFormat!
  const logs = await Promise.all(
    VMS.map(async (vm) => ({
      vm,
      lines: linesOf(await unzip(`${accessFolder}/${vm}.log.gz`)),
      // Both logs are of the same requests in the same order; these stamps say when each ended.
      ends: linesOf(await unzip(`access-epoch/${vm}.log.gz`)).map(endOf),
    })),
  )
  // Where in time the samples of xentop lie makes no difference here.
  const cpuStart = recording.xenmonStartEpochHostSeconds!
  return { format, logs, cpuStart, xentop: await unzip('xentop.log.gz') }
}

function linesOf(text: string): string[] {
  return text.match(/.*\n/g)!
}

function endOf(line: string): number {
  const [stamp, micros] = line.split(' ') as [string, string]
  return Number(stamp) + Number(micros) / 1e6
}

async function uploaded({ format, logs, cpuStart, xentop }: Awaited<ReturnType<typeof load>>) {
  const builder = new ObservationBuilder({ windowSeconds: 10 })
  const read = (text: string, spec: SourceSpec) =>
    readSource(Readable.from([Buffer.from(text)], { objectMode: false }), spec, builder, {
      now: NOW,
    })
  for (const { vm, lines } of logs)
    await read(lines.join(''), {
      kind: 'access-log',
      syntax: 'apache',
      format,
      domainBy: { by: 'fixed', domain: vm },
    })
  await read(xentop, { kind: 'xentop', startEpochSeconds: cpuStart, intervalSeconds: 1 })
  return builder.finish().observations
}

function samplesOf(xentop: string): XentopSample[] {
  const samples: XentopSample[] = []
  const sampler = new XentopSamples(
    (sample) => samples.push(sample),
    () => {},
  )
  for (const [i, text] of xentop.split('\n').entries()) sampler.line(text, i + 1)
  sampler.end()
  return samples
}

function watched({ format, logs, cpuStart, xentop }: Awaited<ReturnType<typeof load>>) {
  const samples = xentop.split(/^(?= +NAME)/m)
  // xentop took a little more than a second, as its CPU(sec) shows; an upload is corrected for it.
  const step = pacedBy(samplesOf(xentop))!
  const begin = Math.floor(cpuStart)
  const end = begin + Math.ceil(samples.length * step) + 30
  let sampled = 0
  const observer = new LiveObserver({
    windowSeconds: 10,
    graceSeconds: 10,
    keepSeconds: 60,
    fromEpochSeconds: begin,
  })
  const said = new Map(VMS.map((vm) => [vm, 0]))
  const taken: Observation[] = []
  for (const { vm } of logs)
    observer.openLog(vm, { syntax: 'apache', format }, { atEpochSeconds: begin })
  for (let now = begin; now < end; now++) {
    for (const { vm, lines, ends } of logs) {
      let to = said.get(vm)!
      while (to < lines.length && ends[to]! < now) to++
      observer.logLines(vm, Buffer.from(lines.slice(said.get(vm)!, to).join('')))
      said.set(vm, to)
      observer.logAlive(vm, now)
    }
    for (; sampled < samples.length && cpuStart + sampled * step <= now + 1; sampled++)
      observer.cpuSample(cpuStart + sampled * step, samples[sampled]!)
    taken.push(...observer.take(now).flatMap(({ observations }) => observations))
  }
  return byWindow(taken)
}

describe.each([
  ['paper-table3-equal', 'access-epoch'],
  ['paper-table3-reweighted', 'access-epoch'],
  ['paper-table3-equal', 'access'],
] as const)('%s, replayed line by line (%s)', (name, accessFolder) => {
  test('gives the observations of an upload', async () => {
    const recording = await load(name, accessFolder)
    const live = watched(recording)
    let requests = 0
    let cpuSeconds = 0
    for (const expected of await uploaded(recording)) {
      const found = live.get(`${expected.domain} ${expected.windowStartEpochSeconds}`)
      if (expected.cpu?.coveredSeconds === 10) {
        expectSame(found!.cpu, expected.cpu)
        cpuSeconds += expected.cpu.usedSeconds
      }
      if (expected.requests?.coveredSeconds === 10) {
        expectSame(found!.requests, expected.requests)
        requests += expected.requests.arrivals
      }
    }
    expect(requests).toBeGreaterThan(35_000)
    expect(cpuSeconds).toBeGreaterThan(100)
  })
})
