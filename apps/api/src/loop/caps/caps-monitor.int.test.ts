import * as contract from '@steelyard/contract'
import { QUIET_SAMPLES } from '@steelyard/loop'
import { domainNamed, sampleHost, type XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type HostClient, setsSent, startHostClient } from '../../hosts/testing/host-client.ts'
import { HostSampler } from '../../sampling/host-sampler.ts'
import { type Caller, PASSWORD } from '../../testing/test-api.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { getCapsMonitor } from './get-caps-monitor.ts'
import { stepCaps } from './step/step-caps.ts'
import { stepCapsMonitor } from './step/step-caps-monitor.ts'

// vm1 is real-time, T(100,70), on a host of one pCPU; vm2 and vm3 are the others.

let client: HostClient
let double: XenHostDouble
let id: string
let nowSeconds = 0
const advanceClock = (line: string) => {
  if (line === 'xl vcpu-list') nowSeconds += 5
}
beforeAll(async () => {
  client = await startHostClient()
  // As for the load balancers, the clocks move only before each reading.
  vi.spyOn(performance, 'now').mockImplementation(() => nowSeconds * 1000)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await client.close()
})
beforeEach(async () => {
  const { db } = client.api.deps
  await db.loopStop.deleteMany()
  await db.capsMonitor.updateMany({ data: { mode: 'off' } })
  const host = sampleHost()
  for (const name of ['vm1', 'vm2', 'vm3']) domainNamed(host, name).cpuLoad = 0
  double = await client.startDouble({ host })
  double.beforeCommand = advanceClock
  id = (await client.enrol(double)).id
})

const settings = (more: object = {}) => ({
  mode: 'automatic',
  pCpus: 1,
  realTime: [{ name: 'vm1', periodMs: 100, executionMs: 70 }],
  allowancePercent: 0,
  others: [{ name: 'vm2' }, { name: 'vm3' }],
  ...more,
})
const set = (body: object = settings(), call: Caller = client.call) =>
  call(contract.setCapsMonitor, { params: { id }, body })
const give = (call: Caller = client.call) =>
  call(contract.giveCapsGrant, {
    params: { id },
    body: { password: PASSWORD, expiresAt: new Date(Date.now() + 3600_000).toISOString() },
  })
const revoke = () => client.call(contract.revokeCapsGrant, { params: { id } })
const monitor = async (): Promise<contract.CapsMonitor> =>
  (await client.call(contract.getCapsMonitor, { params: { id } })).body.monitor
const capsOf = () =>
  Object.fromEntries(double.host.domains.slice(2).map(({ name, cap }) => [name, cap]))
const journal = async (): Promise<string[]> => {
  const { body } = await client.call(contract.listJournal, { query: { hostId: id } })
  return body.data.map(({ decision, text }: contract.JournalEntry) => `${decision}: ${text}`)
}

/** Lets vm1 use so much of a pCPU while samples are taken, as if each were due. */
async function sample(load: number, samples = 1) {
  domainNamed(double.host, 'vm1').cpuLoad = load
  const { deps } = client.api
  const config = { ...deps.config, sampleSeconds: 0.01 }
  const sampler = new HostSampler({ ...deps, config }, new AbortController().signal)
  for (let taken = 0; taken < samples; taken++) {
    await deps.db.sampling.deleteMany()
    await sampler.round()
    await sampler.settled()
    // A busy machine would otherwise make a pause between samples.
    const sampledAt = new Date(Date.now() + 60_000)
    await deps.db.capsMonitor.updateMany({
      where: { hostId: id, sampledAt: { not: null } },
      data: { sampledAt },
    })
  }
}

/** Takes steps and waits for the jobs that they start, until nothing more is due at once. */
async function settle() {
  const { deps } = client.api
  for (let steps = 0; steps < 5; steps++) {
    await stepCapsMonitor(deps, id)
    const jobs = await deps.db.job.findMany({
      where: {
        state: { in: ['queued', 'running'] },
        OR: [{ plan: { hostId: id } }, { application: { hostId: id } }],
      },
    })
    for (const job of jobs) await waitForJob(deps, job.id)
  }
}

/** Somebody sets the cap of vm2 with xl, and the host is read again. */
async function setByHand(cap: number) {
  domainNamed(double.host, 'vm2').cap = cap
  const { body } = await client.call(contract.discoverHost, { params: { id } })
  await waitForJob(client.api.deps, body.job.id)
}

describe('caps that follow the load', () => {
  it('are taken as soon as a real-time domain works, and given back once it was quiet for long', async () => {
    domainNamed(double.host, 'vm3').cap = 50
    await set()
    await give()
    await sample(0)
    await settle()
    expect(setsSent(double)).toEqual([])
    await sample(0.7)
    await settle()
    expect(capsOf()).toEqual({ vm2: 15, vm3: 15 })
    await client.expectRecordOf(double, id)
    expect(await monitor()).toMatchObject({
      statement: 'vm1 is at work. In force: vm2 15 %, vm3 15 %.',
      canActNow: true,
      realTime: [{ domain: 'vm1', state: 'active', usedPCpus: expect.closeTo(0.7, 1) }],
      caps: [
        { domain: 'vm2', wantedPercent: 15, inForcePercent: 15, beforePercent: 0 },
        { domain: 'vm3', wantedPercent: 15, inForcePercent: 15, beforePercent: 50 },
      ],
      trouble: null,
    })
    await sample(0, QUIET_SAMPLES - 1)
    await settle()
    expect(capsOf()).toEqual({ vm2: 15, vm3: 15 })
    await sample(0)
    await settle()
    expect(capsOf()).toEqual({ vm2: 0, vm3: 50 })
    expect((await monitor()).caps[0]).toMatchObject({ inForcePercent: 0, beforePercent: null })
    expect(await journal()).toEqual([
      'caps-changed: Set by the caps monitor, by the grant of operator (test): vm2 15 % → no cap, vm3 15 % → 50 %. Caps that follow the load: No real-time guest is at work.',
      'caps-changed: Set by the caps monitor, by the grant of operator (test): vm2 no cap → 15 %, vm3 50 % → 15 %. Caps that follow the load: vm1 is at work.',
    ])
    const audited = await client.api.deps.db.auditEvent.findMany({
      where: { targetId: id, action: { startsWith: 'caps-monitor' } },
      orderBy: { sequence: 'asc' },
    })
    expect(audited.map(({ action }) => action)).toEqual([
      'caps-monitor.set',
      'caps-monitor.apply',
      'caps-monitor.apply',
    ])
    expect(audited[1]?.detail).toMatchObject({
      authority: { by: 'grant', person: 'operator (test)' },
      active: ['vm1'],
      commands: [
        expect.stringMatching(/^xl sched-credit -d 2 -c 15$/),
        expect.stringMatching(/^xl sched-credit -d 3 -c 15$/),
      ],
    })
  })

  it('only stand in the journal, once, in a dry run', async () => {
    await set(settings({ mode: 'dry-run' }))
    await sample(0.7, 2)
    await settle()
    expect(setsSent(double)).toEqual([])
    expect(await journal()).toEqual([
      'caps-would-change: vm1 is at work. Caps would have been set: vm2 no cap → 15 %, vm3 no cap → 15 %. It is a dry run.',
    ])
    expect(await monitor()).toMatchObject({
      statement: expect.stringMatching(/It is a dry run\.$/),
      canActNow: false,
    })
    expect(await client.api.deps.db.plan.count({ where: { hostId: id } })).toBe(0)
  })

  it('stay inside the bounds, which the statement says', async () => {
    await set(settings({ others: [{ name: 'vm2', leastCapPercent: 40 }, { name: 'vm3' }] }))
    await give()
    await sample(0.7)
    await settle()
    expect(capsOf()).toEqual({ vm2: 40, vm3: 1 })
    expect((await monitor()).statement).toContain('The least cap of vm2 is 40 %')
  })

  it.each([
    ['one does not read back', { ignoreSets: true }],
    ['one is refused', { failAfterSets: 1 }],
  ])('are rolled back if %s, and the trouble is shown', async (_, faults) => {
    await set()
    await give()
    await sample(0.7)
    double.faults = faults
    await settle()
    expect(capsOf()).toEqual({ vm2: 0, vm3: 0 })
    const sent = setsSent(double).length
    expect(sent).toBeGreaterThan(0)
    expect(await monitor()).toMatchObject({
      trouble: { code: 'application-rolled-back' },
      statement: expect.stringContaining('The last try failed'),
      canActNow: false,
    })
    expect((await journal())[0]).toMatch(
      /^caps-not-changed: The caps were not changed\. .* It is tried again after 5 minutes\.$/,
    )
    double.faults = {}
    await settle()
    expect(setsSent(double)).toHaveLength(sent)
    await client.api.deps.db.capsMonitor.update({
      where: { hostId: id },
      data: { retryAt: new Date() },
    })
    await settle()
    expect(capsOf()).toEqual({ vm2: 15, vm3: 15 })
    expect((await monitor()).trouble).toBeNull()
  })

  it('forget a failed change that is no longer due, so that it hides no other trouble', async () => {
    await set()
    await give()
    await sample(0.7)
    double.faults = { ignoreSets: true }
    await settle()
    expect(await monitor()).toMatchObject({ trouble: { code: 'application-rolled-back' } })
    await sample(0, QUIET_SAMPLES)
    await settle()
    expect((await monitor()).trouble).toBeNull()
    double.faults = { garbageOn: 'cpupool-list' }
    await sample(0.7)
    expect((await monitor()).trouble?.code).toBe('unexpected-answer')
  })

  it('share each sample with the load balancer of the host', async () => {
    await set(settings({ mode: 'dry-run' }))
    const params = { id }
    await client.call(contract.setLoadBalancer, { params, body: { domain: 'vm2' } })
    await client.call(contract.getLoadBalancerAdvice, { params })
    double.commands.length = 0
    await sample(0.7)
    expect(double.commands.filter((line) => line === 'xl vcpu-list')).toHaveLength(2)
    expect((await monitor()).realTime).toMatchObject([{ state: 'active' }])
    const { body } = await client.call(contract.getLoadBalancerAdvice, { params })
    expect(body.pCpus).toBe(1)
  })

  it('show why the host could not be sampled, and then stay as they are', async () => {
    await set()
    await give()
    double.faults = { garbageOn: 'cpupool-list' }
    await sample(0.7)
    await settle()
    expect(await monitor()).toMatchObject({
      trouble: { code: 'unexpected-answer' },
      statement: expect.stringMatching(
        /^The host cannot be sampled: .* The caps stay as they are\.$/,
      ),
    })
  })
})

describe('a cap that a person sets', () => {
  const held = async () => {
    await set()
    await give()
    await sample(0.7)
    await settle()
    expect(capsOf()).toEqual({ vm2: 15, vm3: 15 })
  }
  const off = () => set(settings({ mode: 'off' }))
  const idleAgain = async () => {
    await set()
    await sample(0, QUIET_SAMPLES)
    await settle()
  }

  it('after the monitor was off and its caps were given back is not taken away', async () => {
    await held()
    await off()
    await setByHand(0)
    await stepCaps(client.api.deps, new AbortController().signal)
    expect((await monitor()).caps).toMatchObject([{ beforePercent: null }, { beforePercent: 0 }])
    // The same as the monitor had set, and yet not its own.
    await setByHand(15)
    expect((await monitor()).statement).not.toContain('vm2')
    await idleAgain()
    expect(capsOf()).toEqual({ vm2: 15, vm3: 0 })
  })

  it('instead of one that the monitor left is neither called its own nor taken away', async () => {
    await held()
    await off()
    await setByHand(50)
    expect((await monitor()).statement).toBe(
      'The caps monitor is off. Caps that it set are still in force: vm3 15 %, before no cap.',
    )
    await idleAgain()
    expect(capsOf()).toEqual({ vm2: 50, vm3: 0 })
  })

  it('while real-time domains work is what comes back after their work', async () => {
    await held()
    await setByHand(50)
    await settle()
    expect(capsOf()).toEqual({ vm2: 15, vm3: 15 })
    await sample(0, QUIET_SAMPLES)
    await settle()
    expect(capsOf()).toEqual({ vm2: 50, vm3: 0 })
  })

  it('is told from one that is left by a change which could not be finished', async () => {
    await held()
    await set(settings({ realTime: [{ name: 'vm1', periodMs: 100, executionMs: 80 }] }))
    await sample(0.7)
    const keys = [...double.authorisedKeys]
    double.beforeCommand = () => {
      if (capsOf().vm2 === 15) return
      double.authorisedKeys.clear()
      double.cutConnections()
    }
    await settle()
    expect(capsOf()).toEqual({ vm2: 10, vm3: 15 })
    for (const key of keys) double.authorisedKeys.add(key)
    double.beforeCommand = advanceClock
    await setByHand(10) // as it is; what matters is that the host is read
    expect((await monitor()).caps).toMatchObject([{ inForcePercent: 10, beforePercent: 0 }, {}])
    await idleAgain()
    expect(capsOf()).toEqual({ vm2: 0, vm3: 0 })
  })
})

describe('nothing is changed', () => {
  /** vm1 works, and everything allows to act, unless `before` forbids it. */
  const wanting = async (before: () => Promise<unknown>) => {
    await set()
    await give()
    await before()
    await sample(0.7)
    await settle()
    expect(setsSent(double)).toEqual([])
    const { statement } = await monitor()
    return [statement, (await journal()).find((line) => line.startsWith('caps-'))]
  }

  it('without a grant, or once it is revoked', async () => {
    const [statement, line] = await wanting(revoke)
    expect(statement).toContain('No grant for caps holds on this host')
    expect(line).toMatch(/^caps-wait: vm1 is at work\. Caps should be set: vm2 no cap → 15 %/)
    const where = { action: 'policy-grant.revoke', targetId: id }
    expect(await client.api.deps.db.auditEvent.count({ where })).toBe(1)
  })

  it('while every change that no person makes is stopped', async () => {
    const [statement] = await wanting(() =>
      client.call(contract.stopLoop, { body: { reason: 'Something is wrong' } }),
    )
    expect(statement).toContain('is stopped: Something is wrong.')
  })

  it('in a blackout of the policy of the host', async () => {
    const [from, to] = [-3600_000, 3600_000].map((ms) => new Date(Date.now() + ms).toISOString())
    const body = { mode: 'off', blackouts: [{ from, to, reason: 'Release' }] }
    const [statement] = await wanting(() =>
      client.call(contract.setHostPolicy, { params: { id }, body }),
    )
    expect(statement).toContain('Nothing may be changed now: Release.')
  })

  it('beyond the bounds for which the grant was given', async () => {
    const [statement] = await wanting(async () => {
      await revoke()
      await set(settings({ others: [{ name: 'vm2', leastCapPercent: 20 }, { name: 'vm3' }] }))
      await give()
      await set()
    })
    expect(statement).toContain('The cap of vm2 would go beyond the grant')
  })

  it('by a grant for weights', async () => {
    const [statement] = await wanting(async () => {
      await revoke()
      const expiresAt = new Date(Date.now() + 3600_000).toISOString()
      const body = { password: PASSWORD, expiresAt }
      await client.call(contract.givePolicyGrant, { params: { id }, body })
    })
    expect(statement).toContain('No grant for caps holds')
    expect((await client.call(contract.revokePolicyGrant, { params: { id } })).status).toBe(204)
  })

  it('where a rule asks for a second person', async () => {
    const administrator = await client.api.as('administrator')
    const rule = await administrator(contract.addApprovalRule, { body: { tag: 'prod' } })
    expect(rule.status).toBe(201)
    const [statement] = await wanting(() =>
      client.api.deps.db.host.update({ where: { id }, data: { tags: ['prod'] } }),
    )
    expect(statement).toContain('A rule asks for a second person')
  })

  it('when it is switched off before the plan is applied', async () => {
    await set()
    await give()
    await sample(0.7)
    await stepCapsMonitor(client.api.deps, id)
    await set(settings({ mode: 'off' }))
    await settle()
    expect(setsSent(double)).toEqual([])
    const { planId } = await client.api.deps.db.capsMonitor.findUniqueOrThrow({
      where: { hostId: id },
    })
    expect(planId).toBeNull()
  })
})

describe('the settings', () => {
  it('are none at first, and need somebody who may change hosts', async () => {
    expect(await monitor()).toBeNull()
    expect((await give()).body.code).toBe('caps-monitor-not-found')
    expect((await set(settings(), await client.api.as('viewer'))).status).toBe(403)
    expect((await set()).body).toMatchObject({ settings: settings(), grant: null })
    expect((await give(await client.api.as('viewer'))).status).toBe(403)
    expect((await give()).body).toMatchObject({
      levers: ['cap'],
      bounds: { caps: [{ domain: 'vm2', leastCapPercent: 1, highestCapPercent: null }, {}] },
      holds: true,
    })
  })

  it('say why nothing is sampled where sampling is switched off', async () => {
    await set()
    const { db, config } = client.api.deps
    const known = await getCapsMonitor({ db, config: { ...config, sampleSeconds: 0 } }, id)
    expect(known?.statement).toBe(
      'The host cannot be sampled: The agent samples no hosts, because STEELYARD_SAMPLE_SECONDS is 0. The caps stay as they are.',
    )
  })

  it.each<[string, object, string]>([
    ['an unknown domain', { others: [{ name: 'vm9' }] }, 'body.others.0.name'],
    ['Domain-0 among the others', { others: [{ name: 'Domain-0' }] }, 'body.others.0.name'],
    ['a domain named twice', { others: [{ name: 'vm1' }] }, 'body'],
    [
      'bounds the wrong way round',
      { others: [{ name: 'vm2', leastCapPercent: 50, highestCapPercent: 40 }] },
      'body.others.0.highestCapPercent',
    ],
  ])('refuse %s', async (_, more, name) => {
    const reply = await set(settings(more))
    expect([400, 422]).toContain(reply.status)
    expect(reply.body.invalidParams[0].name).toBe(name)
  })

  it('say what stays in force once they are off, and are removed with the grant', async () => {
    await set()
    await give()
    await sample(0.7)
    await settle()
    await set(settings({ mode: 'off' }))
    expect((await monitor()).statement).toBe(
      'The caps monitor is off. Caps that it set are still in force: vm2 15 %, before no cap; vm3 15 %, before no cap.',
    )
    const remove = () => client.call(contract.removeCapsMonitor, { params: { id } })
    const grants = await client.api.deps.db.policyGrant.findMany({ where: { hostId: id } })
    expect((await remove()).status).toBe(204)
    const removal = { action: 'caps-monitor.remove', targetId: id }
    const audited = await client.api.deps.db.auditEvent.findFirst({ where: removal })
    expect(audited?.detail).toEqual({
      capsBefore: { vm2: 0, vm3: 0 },
      grantIds: grants.map((grant) => grant.id),
    })
    expect((await remove()).body.code).toBe('caps-monitor-not-found')
    expect((await revoke()).body.code).toBe('policy-grant-not-found')
  })
})
