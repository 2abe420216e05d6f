import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type HostClient, startAgentChores, startHostClient } from '@steelyard/api/testing'
import * as contract from '@steelyard/contract'
import { domainNamed, sampleHost, type XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findFreePort } from '../../scripts/lib/free-port.ts'
import { end, startNginx } from './lib/backends.ts'
import { ClientLoop, type Demand } from './lib/client-loop.ts'
import { Companion } from './lib/companion.ts'
import { type DrillRow, drillTable } from './lib/drill-table.ts'
import { Haproxy } from './lib/haproxy.ts'

// Follows an advice through real processes: a Xen host (the SSH double) whose load changes, the
// agent that samples it, the API, the companion, HAProxy in front of two web servers, and clients
// that notice every lost request. The host is a double and HAProxy is not, so what the host sees of
// the load balancer and what HAProxy reports can be made to differ: the report has to decide. Each
// step starts where the previous one ended.

const SAMPLE_SECONDS = 2
/** A busy machine is no error: this ends what hangs. */
const WAIT_MS = 180_000

const demands = {
  light: { path: '/', pauseMs: 50 },
  slow: { path: '/slow', pauseMs: 0 },
  costly: { path: '/costly', pauseMs: 0 },
} satisfies Record<string, Demand>

const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-lb-'))
const rows: DrillRow[] = []
let client: HostClient
let double: XenHostDouble
let hostId: string
let haproxy: Haproxy
let companion: Companion
let loop: ClientLoop
const ends: (() => Promise<void>)[] = []
const pids = new Set<number>()

beforeAll(async () => {
  client = await startHostClient()
  ends.push(() => client.close())
  // Runs the API and the agent's tasks in this process; the product runs them in two.
  Object.assign(client.api.deps.config, { sampleSeconds: SAMPLE_SECONDS, recheckSeconds: 0 })
  await client.api.app.listen({ host: '127.0.0.1', port: 0 })
  const chores = startAgentChores(client.api.deps)
  ends.push(() => chores.stop())
  const host = sampleHost()
  host.cpupools[0]!.pCpus = [0, 1, 2, 3]
  Object.assign(domainNamed(host, 'vm1'), { vCpus: 4 })
  double = await client.startDouble({ host })
  hostId = (await client.enrol(double)).id
  load({ vm1: 1, vm2: 1, vm3: 1, 'Domain-0': 1 })
  const params = { id: hostId }
  await client.call(contract.setLoadBalancer, { params, body: { domain: 'vm1' } })
  const token = await client.call(contract.createToken, {
    body: { name: 'drill', scopes: ['load-balancer'], hostId },
  })
  await startHaproxy()
  const { port } = client.api.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  companion = new Companion(directory, haproxy, { url, hostId, token: token.body.secret })
  ends.push(() => companion.stop())
})

afterAll(async () => {
  for (const stop of ends.reverse()) await stop()
  rmSync(directory, { recursive: true, force: true })
  console.log(`\n${drillTable(rows)}\n`)
})

async function startHaproxy(): Promise<void> {
  const ports = [await findFreePort(), await findFreePort()]
  for (const [index, port] of ports.entries()) {
    const server = startNginx(path.join(directory, `web${index}`), port)
    ends.push(() => end(server))
  }
  haproxy = new Haproxy(directory, await findFreePort(), ports)
  ends.push(() => haproxy.stop())
  await haproxy.start(path.join(directory, 'master.sock'))
  loop = new ClientLoop(haproxy.port, demands.light, { keepAlive: 4, fresh: 4 })
  ends.push(() => loop.stop())
}

/** Sets how many pCPUs the domains of the host use from now on. */
function load(loads: Record<string, number>): void {
  for (const [name, cpuLoad] of Object.entries(loads)) {
    Object.assign(domainNamed(double.host, name), { cpuLoad })
  }
}

const lastAdvice = async (): Promise<contract.LoadBalancerAdvice> =>
  (await client.call(contract.listLoadBalancers)).body.data[0].advice

async function untilHaproxyRuns(threads: number): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(200)) {
    if ((await haproxyFacts())?.threads === threads) return
  }
  throw new Error(`HAProxy does not run ${threads} threads. The companion said:\n${companion.log}`)
}

/** Null at the moment when one worker hands over to the next. */
async function haproxyFacts() {
  const facts = await haproxy.facts().catch(() => null)
  if (facts?.pid) pids.add(facts.pid)
  return facts
}

async function untilLogged(text: string): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(100)) {
    if (companion.log.includes(text)) return
  }
  throw new Error(`The companion did not say "${text}" but:\n${companion.log}`)
}

async function untilSampled(readings: number): Promise<void> {
  const seen = new Set<string>()
  while (seen.size < readings) {
    const { sampledAt } = await lastAdvice()
    if (sampledAt) seen.add(sampledAt)
    await sleep(100)
  }
}

/** Waits for several readings, because a busy machine may be late with one. */
async function currentAdvice(): Promise<contract.LoadBalancerAdvice> {
  for (;;) {
    const advice = await lastAdvice()
    if (advice.state === 'current') return advice
    await sleep(200)
  }
}

async function untilAdvised(reason: string): Promise<contract.LoadBalancerAdvice> {
  let advice = await lastAdvice()
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await sleep(100)) {
    advice = await lastAdvice()
    if (advice.reason.includes(reason)) return advice
  }
  throw new Error(`The advice does not say "${reason}" but "${advice.reason}"`)
}

async function note(step: string): Promise<void> {
  const { idlePCpus, advisedThreads, report } = await currentAdvice()
  const { threads } = (await haproxyFacts())!
  const { idlePercent, queuedRequests } = report!
  rows.push({
    step,
    idlePCpus,
    idlePercent,
    queuedRequests,
    advised: advisedThreads,
    haproxyThreads: threads,
    answered: loop.answered,
    lost: loop.lost.length,
  })
}

describe('a load balancer that follows the advice', () => {
  it('runs one thread while no pCPU is idle', async () => {
    await untilSampled(4)
    await note('all four pCPUs are busy')
    expect(rows.at(-1)).toMatchObject({ advised: 1, haproxyThreads: 1 })
  })

  it('runs no more once the neighbours are idle, as long as HAProxy reports little to do', async () => {
    expect(companion.log).toContain('reports what HAProxy says of itself')
    // By its CPU use alone, which is that of a whole pCPU, its I/O would count as concentrated.
    load({ vm2: 0, vm3: 0, 'Domain-0': 0 })
    const { ownPCpus } = await untilAdvised('reports that its threads are busy only')
    expect(ownPCpus).toBeGreaterThan(0.5)
    await untilSampled(4)
    await note('the neighbours are idle, and so is HAProxy')
    expect(rows.at(-1)).toMatchObject({ advised: 1, haproxyThreads: 1 })
  })

  it('runs no more while requests wait for the web servers', async () => {
    loop.demand = demands.slow
    const { report } = await untilAdvised('the web servers are short')
    // Two web servers serve one of eight clients each, and a client may be between two requests.
    expect(report!.queuedRequests).toBeGreaterThanOrEqual(4)
    expect(report!.queuedRequests).toBeLessThanOrEqual(6)
    expect(report!.sessions).toBeGreaterThanOrEqual(6)
    expect(report!.sessions).toBeLessThanOrEqual(8)
    await untilSampled(4)
    await note('requests wait for the web servers')
    expect(rows.at(-1)).toMatchObject({ advised: 1, haproxyThreads: 1 })
  })

  it('runs more threads once HAProxy reports that it is busy', async () => {
    // By its CPU use alone, its I/O would not count as concentrated.
    load({ vm1: 0.2 })
    loop.demand = demands.costly
    await untilAdvised('and the load balancer reports that its threads are busy')
    await untilHaproxyRuns(4)
    await note('HAProxy is busy')
    expect(rows.at(-1)).toMatchObject({ advised: 4 })
    expect(companion.log).toContain('nbthread 1 -> 4: ')
  })

  it('gives the pCPUs back once the neighbours want them', async () => {
    load({ vm1: 2, vm2: 1, vm3: 1 })
    await untilHaproxyRuns(2)
    await note('two neighbours are busy again')
  })

  it('keeps its threads while HAProxy refuses the configuration, and continues afterwards', async () => {
    const before = readFileSync(haproxy.threadsConfig, 'utf8')
    haproxy.breakConfig()
    load({ vm1: 2, vm2: 0, vm3: 0 })
    await untilLogged('HAProxy refuses its configuration; kept')
    await note('idle again, but somebody broke haproxy.cfg')
    expect(rows.at(-1)).toMatchObject({ haproxyThreads: 2 })
    expect(readFileSync(haproxy.threadsConfig, 'utf8')).toBe(before)
    haproxy.repairConfig()
    await untilHaproxyRuns(4)
    await note('haproxy.cfg is mended')
  })

  it('asks without a report while its figures cannot be read', async () => {
    haproxy.hideSocket()
    await untilLogged('asks without a report')
    const { report } = await lastAdvice()
    await untilSampled(2)
    expect((await lastAdvice()).report).toEqual(report)
    haproxy.showSocket()
    const reportedAt = async () => (await lastAdvice()).report?.reportedAt
    await expect.poll(reportedAt).not.toBe(report!.reportedAt)
  })

  it('keeps its threads without an answer', async () => {
    await client.call(contract.removeLoadBalancer, { params: { id: hostId } })
    await untilLogged('no answer; kept')
    expect((await haproxyFacts())?.threads).toBe(4)
  })

  it('has lost no request over all reloads', async () => {
    await loop.stop()
    expect(loop.lost).toEqual([])
    expect(loop.answered).toBeGreaterThan(1000)
    expect(pids.size).toBeGreaterThanOrEqual(4) // one worker at first, and one after each reload
  })
})
