import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Observation,
  ObservationBuilder,
  type ObservationSet,
  type Recording,
  readRecording,
  readSource,
  type SourceReport,
  type SourceSpec,
} from './index.ts'

const SAMPLES = new URL('../../../samples/', import.meta.url)
const VMS = ['vm1', 'vm2', 'vm3']
const now = new Date('2026-11-21T00:00:00Z')

async function load(name: string, accessFolder: 'access' | 'access-epoch') {
  const at = (path: string) => new URL(`${name}/${path}`, SAMPLES)
  const recording = readRecording(await readFile(at('recording.json'), 'utf8'))
  const builder = new ObservationBuilder({
    windowSeconds: 30,
    originEpochSeconds: recording.startEpochSeconds,
  })
  const reports: SourceReport[] = []
  const read = async (path: string, spec: SourceSpec) => {
    const file = createReadStream(at(path))
    const bytes = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
    reports.push(await readSource(bytes, spec, builder, { path, now }))
  }
  const format = accessFolder === 'access' ? 'accessLogFormat' : 'accessEpochLogFormat'
  for (const vm of VMS) {
    await read(`${accessFolder}/${vm}.log.gz`, {
      kind: 'access-log',
      syntax: 'apache',
      format: recording[format]!,
      domainBy: { by: 'fixed', domain: vm },
    })
    await read(`client/${vm}.csv.gz`, {
      kind: 'client-times',
      domain: vm,
      startColumn: 'start_epoch',
      responseColumn: 'resp_s',
      responseUnit: 's',
      statusColumn: 'status',
      errorColumn: 'error',
    })
  }
  const domainNames = Object.fromEntries(recording.domains.map((d) => [String(d.id), d.name]))
  for (const file of ['dom0', 'dom1', 'dom2', 'dom3', 'idle'])
    await read(`xenmon/log-${file}.log`, {
      kind: 'xenmon',
      startEpochSeconds: recording.xenmonStartEpochHostSeconds!,
      domainNames,
    })
  return { recording, reports, set: builder.finish() }
}

describe.each(['paper-table3-equal', 'paper-table3-reweighted'])('%s', (name) => {
  let recording: Recording
  let reports: SourceReport[]
  let set: ObservationSet
  const phase = (domain: string, number: number): Observation => {
    const start = recording.startEpochSeconds + recording.phases[number - 1]!.startSeconds
    const found = set.observations.find(
      (o) => o.domain === domain && Math.abs(o.windowStartEpochSeconds - start) < 1e-6,
    )
    return found ?? expect.fail(`no window of ${domain} at ${start}`)
  }
  beforeAll(async () => {
    ;({ recording, reports, set } = await load(name, 'access-epoch'))
  })

  test('has every line accepted', () => {
    expect(reports.map((r) => r.rejected)).toEqual(reports.map(() => 0))
    expect(set.windowSeconds).toBe(30)
  })

  test('has access logs and clients that count the same requests, at the planned rates', () => {
    const total = (side: 'requests' | 'clientRequests') =>
      set.observations.reduce((sum, o) => sum + (o[side]?.arrivals ?? 0), 0)
    // One request in the reweighted recording's vm1 log did not come from the clients.
    expect(total('requests') - total('clientRequests')).toBeOneOf([0, 1])
    for (const vm of VMS)
      for (let p = 1; p <= 7; p++) {
        const { requests, clientRequests } = phase(vm, p)
        // Requests under way at a boundary may be counted on either side of it.
        const apart = Math.abs(requests!.arrivals - clientRequests!.arrivals)
        expect(apart).toBeLessThanOrEqual(15 + clientRequests!.arrivals * 0.01)
        const planned = recording.phases[p - 1]!.requestsPerSecond[vm]! * 30
        const deviations = (clientRequests!.arrivals - planned) / Math.sqrt(planned)
        expect(Math.abs(deviations)).toBeLessThan(4)
        expect(requests!.errors + clientRequests!.errors).toBe(0)
      }
  })

  // Arrivals are planned as Poisson; the load generator shares the CPU, which makes them a bit
  // burstier.
  test('has inter-arrival times with a squared coefficient of variation not far above 1', () => {
    for (const vm of VMS) {
      const { varianceSeconds2, meanSeconds, resolution } = phase(vm, 7).clientRequests!
        .interArrival!
      expect(resolution).toBe('microsecond')
      expect(varianceSeconds2 / meanSeconds ** 2).toBeGreaterThan(0.8)
      expect(varianceSeconds2 / meanSeconds ** 2).toBeLessThan(1.7)
    }
  })

  test('uses its one pCPU fully, by all domains and idle time together', () => {
    for (let p = 1; p <= 7; p++) {
      const cpus = ['Domain-0', ...VMS, 'idle'].map((domain) => phase(domain, p).cpu!)
      const used = cpus.reduce((sum, cpu) => sum + cpu.usedSeconds, 0)
      expect(used / cpus[0]!.coveredSeconds).toBeGreaterThan(0.97)
      expect(used / cpus[0]!.coveredSeconds).toBeLessThan(1.03)
    }
  })

  test('uses it fully in each second too, and seconds add up to windows', () => {
    const domains = ['Domain-0', ...VMS, 'idle']
    for (let p = 2; p <= 6; p++) {
      const cpus = domains.map((domain) => phase(domain, p).cpu!)
      for (const { usedByPart, usedSeconds } of cpus) {
        const sum = usedByPart!.reduce<number>((all, part) => all + part!, 0)
        expect(sum).toBeCloseTo(usedSeconds, 3)
      }
      for (let second = 0; second < 30; second++) {
        const used = cpus.reduce((sum, cpu) => sum + cpu.usedByPart![second]!, 0)
        expect(Math.abs(used - 1)).toBeLessThan(0.03)
      }
      const { arrivals, arrivalsByPart } = phase('vm3', p).requests!
      expect(arrivalsByPart!.reduce<number>((all, part) => all + part!, 0)).toBe(arrivals)
    }
  })

  test('gives the known CPU demand of a request by the utilisation law U / lambda', () => {
    const demandMs = { vm1: 6.4, vm2: 6.4, vm3: 1.5 }
    for (const [vm, expected] of Object.entries(demandMs))
      for (let p = 3; p <= 7; p++) {
        const { cpu, clientRequests } = phase(vm, p)
        const utilisation = cpu!.usedSeconds / cpu!.coveredSeconds
        const serviceMs = (utilisation / (clientRequests!.arrivals / 30)) * 1000
        expect(serviceMs / expected).toBeGreaterThan(0.93)
        expect(serviceMs / expected).toBeLessThan(1.07)
      }
  })

  test('has waiting measured by xenmon, but no I/O', () => {
    const { cpu } = phase('vm1', 6)
    expect(cpu!.source).toBe('xenmon')
    expect(cpu!.runnableWaitSeconds).toBeGreaterThan(1)
    expect(cpu!.dispatches).toBeGreaterThan(1000)
    expect(cpu!.ioCount).toBeNull()
    expect(reports.find((r) => r.path.endsWith('dom1.log'))!.notes.join()).toContain('io(tot)')
  })

  test('gives the same counts by access logs in whole seconds and in microseconds', async () => {
    const plain = await load(name, 'access')
    for (const { domain, windowStartEpochSeconds: at, requests } of plain.set.observations) {
      if (!requests || requests.arrivals < 100) continue
      const fine = set.observations.find(
        (o) => o.domain === domain && Math.abs(o.windowStartEpochSeconds - at) < 1e-6,
      )!.requests!
      expect(requests.interArrival!.resolution).toBe('second')
      expect(requests.arrivals / fine.arrivals).toBeGreaterThan(0.93)
      expect(requests.arrivals / fine.arrivals).toBeLessThan(1.07)
    }
  })
})

test('in phase 6, weight 384 halves the response time of vm1', async () => {
  const meanMs = async (name: string) => {
    const { recording, set } = await load(name, 'access-epoch')
    const start = recording.startEpochSeconds + recording.phases[5]!.startSeconds
    const vm1 = set.observations.find(
      (o) => o.domain === 'vm1' && Math.abs(o.windowStartEpochSeconds - start) < 1e-6,
    )!
    return vm1.clientRequests!.duration!.meanSeconds * 1000
  }
  expect(await meanMs('paper-table3-equal')).toBeCloseTo(65.6, 0)
  expect(await meanMs('paper-table3-reweighted')).toBeCloseTo(32.4, 0)
})
