import { setTimeout as sleep } from 'node:timers/promises'
import * as contract from '@steelyard/contract'
import { domainNamed, sampleHost, type XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { HostSampler } from '../sampling/host-sampler.ts'
import { caller } from '../testing/test-api.ts'

let client: HostClient
let nowSeconds = 0
beforeAll(async () => {
  client = await startHostClient()
  // The host's clock and the sampler's move only before each reading, so that what is measured does
  // not depend on how busy this machine is.
  vi.spyOn(performance, 'now').mockImplementation(() => nowSeconds * 1000)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await client.close()
})
const WINDOW_SECONDS = 0.6

/** A host with four pCPUs whose vm1, with four vCPUs, is the load balancer and busy. */
async function balanced(points: contract.ThroughputPoint[] = []) {
  // Clears the others, so that only this host is sampled.
  await client.api.deps.db.loadBalancer.updateMany({ data: { lastAskedAt: null } })
  const host = sampleHost()
  host.cpupools[0]!.pCpus = [0, 1, 2, 3]
  Object.assign(domainNamed(host, 'vm1'), { vCpus: 4, cpuLoad: 1 })
  const double = await client.startDouble({ host })
  double.beforeCommand = (line) => {
    if (line === 'xl vcpu-list') nowSeconds += WINDOW_SECONDS
  }
  const { id } = await client.enrol(double)
  const params = { id }
  const set = await client.call(contract.setLoadBalancer, {
    params,
    body: { domain: 'vm1', points },
  })
  expect(set.status).toBe(200)
  return { double, id, params, set: set.body as contract.LoadBalancer }
}

const ask = async (id: string): Promise<contract.LoadBalancerAdvice> =>
  (await client.call(contract.getLoadBalancerAdvice, { params: { id } })).body

const busy: contract.LoadBalancerReport = {
  sessions: 40,
  queuedRequests: 0,
  idlePercent: 5,
  threads: 1,
}

const send = async (id: string, body: object): Promise<contract.LoadBalancerAdvice> =>
  (await client.call(contract.sendLoadBalancerReport, { params: { id }, body })).body

/** Runs rounds of the agent's chore, each as if it were due. */
async function sample(rounds: number) {
  const { deps } = client.api
  const config = { ...deps.config, sampleSeconds: 0.01 }
  const sampler = new HostSampler({ ...deps, config }, new AbortController().signal)
  for (let round = 0; round < rounds; round++) {
    await deps.db.sampling.deleteMany()
    // A round that is late on a busy machine would otherwise count as one after a pause.
    const sampledAt = new Date(Date.now() + 60_000)
    await deps.db.loadBalancer.updateMany({
      where: { sampledAt: { not: null } },
      data: { sampledAt },
    })
    await sampler.round()
    await sampler.settled()
  }
}

const load = (double: XenHostDouble, name: string, cpuLoad: number) =>
  Object.assign(domainNamed(double.host, name), { cpuLoad })

async function tokenFor(hostId: string) {
  const reply = await client.call(contract.createToken, {
    body: { name: 'lb', scopes: ['load-balancer'], hostId },
  })
  return {
    ...reply,
    call: caller(client.api.app, { authorization: `Bearer ${reply.body.secret}` }),
  }
}

describe('the advice', () => {
  it('waits for a first reading, then follows the host: up after three, down after six', async () => {
    const { double, id } = await balanced()
    expect(await ask(id)).toMatchObject({
      state: 'waiting',
      advisedThreads: null,
      idlePCpus: null,
      nextPollSeconds: 10,
      reason: expect.stringContaining('not been sampled yet') as string,
    })
    await sample(1)
    const first = await ask(id)
    expect(first).toMatchObject({ state: 'current', pCpus: 4, advisedThreads: 1 })
    expect(first.reason).toContain('1 so far')
    expect(first.idlePCpus! + first.ownPCpus!).toBeCloseTo(4, 1)
    expect(first.runnableVCpus).toBe(2) // the load balancer's and the one that answers
    await sample(2)
    expect((await ask(id)).advisedThreads).toBe(4)
    load(double, 'vm2', 1)
    load(double, 'vm3', 1)
    await sample(5)
    expect((await ask(id)).advisedThreads).toBe(4)
    await sample(1)
    // xl reports CPU time to 0.1 s, so the number varies; the model's own test checks it.
    expect((await ask(id)).advisedThreads).toBeLessThan(4)
  })

  it('stays below the knee of the measured throughputs', async () => {
    const points = [1, 2, 3, 4].map((processes) => ({
      processes,
      throughputPerSecond: [1000, 1500, 1450, 1200][processes - 1]!,
    }))
    const { id, set } = await balanced(points)
    expect(set.fit).toMatchObject({ kneeProcesses: 2, degreesOfFreedom: 1 })
    await ask(id)
    await sample(4)
    expect(await ask(id)).toMatchObject({
      advisedThreads: 2,
      reason: expect.stringContaining('by the measured throughputs') as string,
    })
  })

  it('reports that a reading is stale, and keeps the current number', async () => {
    const { id, params } = await balanced()
    await ask(id)
    await sample(3)
    const sampledAt = new Date(Date.now() - 31_000)
    await client.api.deps.db.loadBalancer.update({ where: { hostId: id }, data: { sampledAt } })
    const stale = await ask(id)
    expect(stale).toMatchObject({ state: 'stale', advisedThreads: null })
    expect(stale.ageSeconds).toBeGreaterThanOrEqual(31)
    expect(stale.reason).toContain('too old')
    // Another domain starts without readings or advice.
    const body = { domain: 'vm2' }
    await client.call(contract.setLoadBalancer, { params, body })
    expect(await ask(id)).toMatchObject({ state: 'waiting', idlePCpus: null })
  })

  it('is included in the list, with the reason why a host could not be sampled', async () => {
    const { double, id } = await balanced()
    await ask(id)
    double.host.domains = double.host.domains.filter(({ name }) => name !== 'vm1')
    await sample(1)
    const { body } = await client.call(contract.listLoadBalancers)
    const listed = body.data.find(({ hostId }: contract.LoadBalancer) => hostId === id)
    expect(listed).toMatchObject({
      domain: 'vm1',
      trouble: { code: 'domain-not-running' },
      advice: { state: 'waiting', advisedThreads: null },
    })
    expect(listed.trouble.message).toContain('vm1 does not run')
  })

  it('reveals neither how the host is reached nor what it answered, except to users who may read hosts', async () => {
    const { double, id, params } = await balanced()
    const { call } = await tokenFor(id)
    const told = async () => (await call(contract.getLoadBalancerAdvice, { params })).body
    const where = `127.0.0.1:${double.port}`
    const fail = async () => {
      double.faults = { dropConnections: 100 }
      await sample(1)
      double.faults = {}
    }
    await told()
    await fail()
    const waiting = await told()
    await sample(1)
    await fail()
    const sampledAt = new Date(Date.now() - 31_000)
    await client.api.deps.db.loadBalancer.update({ where: { hostId: id }, data: { sampledAt } })
    const stale = await told()
    expect([waiting.state, stale.state]).toEqual(['waiting', 'stale'])
    for (const { reason } of [waiting, stale]) {
      expect(reason).toContain('could not be sampled')
      expect(reason).not.toContain(where)
    }
    const { body } = await (await client.api.as('viewer'))(contract.listLoadBalancers)
    const listed = body.data.find(({ hostId }: contract.LoadBalancer) => hostId === id)
    expect(listed.trouble.message).toContain(where)
  })
})

describe('a report of the load balancer', () => {
  it('is answered with the advice, and shown with its time to everyone who asks', async () => {
    const { id } = await balanced()
    expect((await ask(id)).report).toBeNull()
    const answer = await send(id, busy)
    expect(answer).toMatchObject({ state: 'waiting', report: busy })
    expect(Date.now() - Date.parse(answer.report!.reportedAt)).toBeLessThan(60_000)
    expect((await ask(id)).report).toEqual(answer.report)
    const { body } = await client.call(contract.listLoadBalancers)
    const listed = body.data.find(({ hostId }: contract.LoadBalancer) => hostId === id)
    expect(listed.advice.report).toEqual(answer.report)
  })

  it('lets the agent sample the host, as a request does', async () => {
    const { id } = await balanced()
    await send(id, busy)
    await sample(1)
    expect(await ask(id)).toMatchObject({ state: 'current' })
  })

  it('raises the threads of a load balancer that hardly uses any CPU by the host', async () => {
    const { double, id } = await balanced()
    load(double, 'vm1', 0)
    await ask(id)
    await sample(3)
    const inferred = await ask(id)
    expect(inferred.advisedThreads).toBe(1)
    expect(inferred.reason).toContain('seems to do little I/O')
    await send(id, busy)
    await sample(3)
    const reported = await ask(id)
    expect(reported.advisedThreads).toBeGreaterThan(1)
    expect(reported.reason).toContain('reports that its threads are busy 95 % of the time')
  })

  it.each<[string, object, string]>([
    ['it waits for work', { idlePercent: 70 }, 'reports that its threads are busy only 30 %'],
    [
      'requests wait for the web servers',
      { idlePercent: 70, queuedRequests: 5 },
      '5 requests wait for the web servers, although the load balancer’s threads have time left (busy 30 % of the time',
    ],
  ])('keeps the threads when %s, whatever CPU the host sees', async (_, more, reason) => {
    const { id } = await balanced()
    await send(id, { ...busy, ...more })
    await sample(4)
    const advice = await ask(id)
    expect(advice.advisedThreads).toBe(1)
    expect(advice.reason).toContain(reason)
  })

  it('no longer counts after a minute, and then the CPU use does', async () => {
    const { id } = await balanced()
    await send(id, { ...busy, idlePercent: 100 })
    const reportedAt = new Date(Date.now() - 61_000)
    await client.api.deps.db.loadBalancer.update({ where: { hostId: id }, data: { reportedAt } })
    await sample(3)
    const advice = await ask(id)
    expect(advice).toMatchObject({ report: null, advisedThreads: 4 })
    expect(advice.reason).toContain('concentrated I/O is inferred from the')
  })

  it('of another domain does not count', async () => {
    const { id, params } = await balanced()
    await send(id, busy)
    await client.call(contract.setLoadBalancer, { params, body: { domain: 'vm1' } })
    expect((await ask(id)).report).toMatchObject(busy)
    await client.call(contract.setLoadBalancer, { params, body: { domain: 'vm2' } })
    expect((await ask(id)).report).toBeNull()
  })

  it('is taken from a token for this host alone, and from nobody who may not ask', async () => {
    const { id, params } = await balanced()
    const other = await balanced()
    const { call } = await tokenFor(id)
    const body = busy
    expect((await call(contract.sendLoadBalancerReport, { params, body })).status).toBe(200)
    const foreign = await call(contract.sendLoadBalancerReport, { params: other.params, body })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'host-not-found'])
    const viewer = await client.api.as('viewer')
    expect((await viewer(contract.sendLoadBalancerReport, { params, body })).status).toBe(403)
    await client.call(contract.removeLoadBalancer, { params })
    const none = await client.call(contract.sendLoadBalancerReport, { params, body })
    expect([none.status, none.body.code]).toEqual([404, 'load-balancer-not-found'])
  })

  it.each<[string, Record<string, unknown>]>([
    ['sessions', { sessions: -1 }],
    ['sessions', { sessions: 1.5 }],
    ['queuedRequests', { queuedRequests: undefined }],
    ['idlePercent', { idlePercent: 101 }],
    ['idlePercent', { idlePercent: '5' }],
    ['threads', { threads: 0 }],
  ])('is refused with wrong %s', async (name, wrong) => {
    const { params } = await balanced()
    const body = { ...busy, ...wrong }
    const reply = await client.call(contract.sendLoadBalancerReport, { params, body })
    expect([reply.status, reply.body.invalidParams[0].name]).toEqual([400, `body.${name}`])
  })
})

describe('sampling', () => {
  const sampled = ({ commands }: XenHostDouble) =>
    commands.filter((line) => line === 'xl vcpu-list').length

  it('happens only within a minute of a request', async () => {
    const { double, id } = await balanced()
    double.commands.length = 0
    await sample(1)
    expect(sampled(double)).toBe(0)
    await ask(id)
    await sample(1)
    expect(sampled(double)).toBe(2)
    const lastAskedAt = new Date(Date.now() - 61_000)
    await client.api.deps.db.loadBalancer.update({ where: { hostId: id }, data: { lastAskedAt } })
    await sample(1)
    expect(sampled(double)).toBe(2)
  })

  it('never happens while a plan is being applied', async () => {
    const { double, id } = await balanced()
    const plan = await client.plan({ hostId: id, weights: { vm1: 300 } })
    const { db } = client.api.deps
    const values = { kind: 'apply', planId: plan.id, hostId: id, requestedBy: 'test' }
    const application = await db.application.create({ data: values })
    await ask(id)
    double.commands.length = 0
    await sample(1)
    expect(double.commands).toEqual([])
    await db.application.update({ where: { id: application.id }, data: { state: 'failed' } })
    await sample(1)
    expect(sampled(double)).toBe(2)
  })

  it('is done by one agent only, and leaves a host that fails three times alone for a while', async () => {
    const { double, id } = await balanced()
    await ask(id)
    const { deps } = client.api
    const config = { ...deps.config, sampleSeconds: 0.6 }
    const signal = new AbortController().signal
    const agents = [1, 2].map(() => new HostSampler({ ...deps, config }, signal))
    double.commands.length = 0
    double.faults = { garbageOn: 'cpupool-list' }
    const rounds = async () => {
      await Promise.all(agents.map((agent) => agent.round()))
      await Promise.all(agents.map((agent) => agent.settled()))
    }
    const laterRounds = async () => {
      await deps.db.$executeRaw`UPDATE "Sampling" SET "claimedAt" = now() - interval '10 seconds'`
      await rounds()
    }
    await rounds()
    expect(double.commands).toEqual(['xl cpupool-list'])
    expect((await ask(id)).reason).toContain('could not be sampled')
    for (const tries of [2, 3, 3]) {
      await laterRounds()
      expect(double.commands).toHaveLength(tries)
    }
    await deps.db.$executeRaw`UPDATE "Sampling" SET "claimedAt" = now() - interval '60 seconds'`
    double.faults = {}
    await rounds()
    expect(await deps.db.sampling.findUnique({ where: { hostId: id } })).toMatchObject({
      failures: 0,
    })
  })
})

describe('the sampler', () => {
  /** Makes the host due, and lets the test's own sampler take it. */
  async function begin(id: string, signal: AbortSignal, db = client.api.deps.db) {
    const { deps } = client.api
    await ask(id)
    await deps.db.sampling.deleteMany()
    const config = { ...deps.config, sampleSeconds: 0.6 }
    const sampler = new HostSampler({ ...deps, db, config }, signal)
    await sampler.round()
    await sampler.settled()
  }

  it('loses one sample and nothing more where the database fails, even when it reports trouble', async () => {
    const { id } = await balanced()
    const fail = () => {
      throw new Error('the database is starting up')
    }
    const failing = client.api.deps.db.$extends({
      query: { sshAccess: { findUnique: fail }, loadBalancer: { updateMany: fail } },
    }) as unknown as typeof client.api.deps.db
    const { signal } = new AbortController()
    await begin(id, signal, failing) // an unhandled rejection fails the run
    expect(await ask(id)).toMatchObject({ state: 'waiting' })
    await begin(id, signal)
    expect(await ask(id)).toMatchObject({ state: 'current' })
  })

  it('stops with the agent, in the middle of a command that a host does not answer', async () => {
    const { double, id } = await balanced()
    const stopping = new AbortController()
    double.faults = { hangOn: 'xl cpupool-list' }
    double.beforeCommand = () => stopping.abort()
    // The command itself gives up after 30 s, so a stop that waited for it would come too late.
    const late = sleep(25_000, 'late', { ref: false })
    expect(await Promise.race([begin(id, stopping.signal), late])).not.toBe('late')
    const where = { hostId: id }
    const { problem } = await client.api.deps.db.loadBalancer.findUniqueOrThrow({ where })
    expect([stopping.signal.aborted, problem]).toEqual([true, null])
  })
})

describe('the token of a load balancer', () => {
  it('can ask about its one host and do nothing else', async () => {
    const { id, params } = await balanced()
    const other = await balanced()
    const { status, body, call } = await tokenFor(id)
    expect([status, body.scopes, body.hostId]).toEqual([201, ['load-balancer'], id])
    expect((await call(contract.getLoadBalancerAdvice, { params })).status).toBe(200)
    const foreign = await call(contract.getLoadBalancerAdvice, { params: { id: other.id } })
    expect([foreign.status, foreign.body.code]).toEqual([404, 'host-not-found'])
    for (const endpoint of [contract.getHost, contract.listHosts, contract.listLoadBalancers]) {
      expect((await call(endpoint, { params })).status).toBe(403)
    }
    expect((await call(contract.getSession)).status).toBe(403)
    expect((await call(contract.removeLoadBalancer, { params })).status).toBe(403)
    const [event] = await client.api.deps.db.auditEvent.findMany({
      where: { action: 'token.create', targetId: body.id },
    })
    expect(event?.detail).toMatchObject({ scopes: ['load-balancer'], host: expect.any(String) })
  })

  it('is deleted with the load balancer, and with the host', async () => {
    const { id, params } = await balanced()
    const { call } = await tokenFor(id)
    expect((await client.call(contract.removeLoadBalancer, { params })).status).toBe(204)
    expect((await call(contract.getLoadBalancerAdvice, { params })).status).toBe(401)
    const again = await client.call(contract.removeLoadBalancer, { params })
    expect([again.status, again.body.code]).toEqual([404, 'load-balancer-not-found'])
    const { call: second } = await tokenFor(id)
    expect((await second(contract.getLoadBalancerAdvice, { params })).body.code).toBe(
      'load-balancer-not-found',
    )
    await client.call(contract.deleteHost, { params })
    expect((await second(contract.getLoadBalancerAdvice, { params })).status).toBe(401)
  })

  it.each<[string, object, string]>([
    ['with other scopes', { scopes: ['load-balancer', 'hosts:read'] }, 'body.scopes'],
    ['without a host', { hostId: null }, 'body.hostId'],
    ['with a host for another scope', { scopes: ['hosts:read'] }, 'body.hostId'],
  ])('is refused %s', async (_, more, name) => {
    const { id } = await balanced()
    const body = { name: 'lb', scopes: ['load-balancer'], hostId: id, ...more }
    const reply = await client.call(contract.createToken, { body })
    expect([reply.status, reply.body.invalidParams[0].name]).toEqual([422, name])
  })

  it('needs an existing host, and a maker who may ask for the advice', async () => {
    const hostId = crypto.randomUUID()
    expect((await tokenFor(hostId)).status).toBe(404)
    const viewer = await client.api.as('viewer')
    const { params } = await balanced()
    expect((await viewer(contract.getLoadBalancerAdvice, { params })).status).toBe(403)
    expect((await viewer(contract.listLoadBalancers)).status).toBe(200)
    expect(
      (await viewer(contract.setLoadBalancer, { params, body: { domain: 'vm1' } })).status,
    ).toBe(403)
  })
})

describe('400', () => {
  it.each<[string, object, string]>([
    ['Domain-0', { domain: 'Domain-0' }, 'body.domain'],
    ['a domain that the host has not', { domain: 'vm9' }, 'body.domain'],
    [
      'points that fall from the first process on',
      {
        domain: 'vm1',
        points: [2, 3, 4].map((n) => ({ processes: n, throughputPerSecond: 9 ** -n })),
      },
      'body.points',
    ],
  ])('refuses %s', async (_, body, name) => {
    const { params } = await balanced()
    const reply = await client.call(contract.setLoadBalancer, { params, body })
    expect([400, 422]).toContain(reply.status)
    expect(reply.body.invalidParams[0].name).toBe(name)
  })

  it('fits points without storing them, and reports where there are too few', async () => {
    const points = [1, 2, 4].map((processes) => ({
      processes,
      throughputPerSecond: 100 * processes,
    }))
    const fit = await client.call(contract.fitThroughput, { body: { points } })
    expect(fit.body).toMatchObject({
      perProcessPerSecond: expect.closeTo(100, 6),
      peakProcesses: null,
    })
    expect(fit.body.curve.at(-1)).toMatchObject({ processes: 6 })
    const twice = [points[0], points[0], points[1]]
    const few = await client.call(contract.fitThroughput, { body: { points: twice } })
    expect([few.status, few.body.invalidParams[0].name]).toEqual([422, 'body.points'])
  })
})
