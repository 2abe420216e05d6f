import { afterEach, describe, expect, it } from 'vitest'
import { sampleCpu } from './sample-cpu.ts'
import { domainNamed, sampleHost } from './testing/double-state.ts'
import { type Fixture, startFixture } from './testing/fixture.ts'

let fixture: Fixture
afterEach(() => fixture.stop())

/** Four pCPUs in one pool. */
async function start(loads: Record<string, number>, vCpus = 2) {
  const host = sampleHost()
  host.cpupools[0]!.pCpus = [0, 1, 2, 3]
  for (const [name, load] of Object.entries(loads)) {
    Object.assign(domainNamed(host, name), { cpuLoad: load, vCpus })
  }
  fixture = await startFixture({ host })
  return fixture.connect()
}

/** CPU seconds of all domains at each reading of their times, from the host's own state. */
function watchTimes(): Record<string, number>[] {
  const readings: Record<string, number>[] = []
  fixture.double.beforeCommand = (line) => {
    if (line !== 'xl vcpu-list') return
    const { domains } = fixture.double.host
    readings.push(Object.fromEntries(domains.map((each) => [each.name, each.cpuTimeSeconds])))
  }
  return readings
}

/** xl prints tenths of a second for each vCPU. */
const ROUNDING_SECONDS = 0.1 + 1e-6

describe('sampleCpu', () => {
  it('derives used and idle pCPUs from two readings, and which domains were runnable', async () => {
    const shell = await start({ 'Domain-0': 0, vm1: 1.5, vm2: 0.5 })
    const times = watchTimes()
    const { seconds, cpupools, domains } = await sampleCpu(shell, 0.5)
    const [pool] = cpupools
    expect(pool).toMatchObject({ name: 'Pool-0', pCpus: 4 })
    // These are both vCPUs of vm1 and the first of vm2; vm3 is blocked.
    expect(pool!.runnableVCpus).toBe(3)
    for (const { name, onlineVCpus, usedPCpus } of domains) {
      const used = times[1]![name]! - times[0]![name]!
      expect(Math.abs(usedPCpus * seconds - used)).toBeLessThan(ROUNDING_SECONDS * onlineVCpus)
    }
    const sum = domains.reduce((total, { usedPCpus }) => total + usedPCpus, 0)
    expect(sum).toBeGreaterThan(0)
    expect(pool!.idlePCpus).toBeCloseTo(4 - sum, 9)
    expect(fixture.double.commands).toEqual(['xl cpupool-list', 'xl vcpu-list', 'xl vcpu-list'])
  })

  it('keeps the pCPUs of cpupools apart', async () => {
    const shell = await start({ vm1: 1, vm2: 0 }, 1)
    const { host } = fixture.double
    host.cpupools[0]!.pCpus = [0, 1]
    host.cpupools.push({ ...host.cpupools[0]!, name: 'other', pCpus: [2, 3] })
    domainNamed(host, 'vm2').cpupool = 'other'
    const { cpupools } = await sampleCpu(shell, 0.5)
    expect(cpupools).toMatchObject([
      { name: 'Pool-0', pCpus: 2 },
      { name: 'other', pCpus: 2, idlePCpus: 2 },
    ])
    expect(cpupools[0]!.idlePCpus).toBeLessThan(2)
  })

  it('never reports negative idle time, or negative use by a domain that appeared in between', async () => {
    const shell = await start({ vm1: 9 }, 9)
    let readings = 0
    fixture.double.beforeCommand = (line) => {
      if (line === 'xl vcpu-list' && ++readings === 2) {
        const { host } = fixture.double
        host.domains.push({ ...domainNamed(host, 'vm3'), id: 9, name: 'vm9', cpuTimeSeconds: 500 })
      }
    }
    const { cpupools, domains } = await sampleCpu(shell, 0.3)
    expect(cpupools[0]!.idlePCpus).toBe(0)
    expect(domains.find(({ name }) => name === 'vm9')).toMatchObject({ usedPCpus: 0 })
  })

  it('ends when it is cancelled, and refuses an answer in another format', async () => {
    const shell = await start({})
    const stopping = new AbortController()
    const sampling = sampleCpu(shell, 60, stopping.signal)
    setTimeout(() => stopping.abort(new Error('enough')), 50)
    await expect(sampling).rejects.toThrow()
    fixture.double.faults = { garbageOn: 'vcpu-list' }
    await expect(sampleCpu(shell, 0.1)).rejects.toMatchObject({ code: 'unexpected-answer' })
  })
})
