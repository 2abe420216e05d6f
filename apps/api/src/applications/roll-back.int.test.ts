import * as contract from '@steelyard/contract'
import { domainNamed, happenings, type XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type HostClient,
  setsSent,
  startHostClient,
  weightsOf,
} from '../hosts/testing/host-client.ts'
import { PASSWORD } from '../testing/test-api.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { settleOrphans } from './agent/settle-orphans.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

const EQUAL = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }

async function enrolled() {
  const double = await client.startDouble()
  return { double, hostId: (await client.enrol(double)).id }
}

async function applied(
  hostId: string,
  weights: Record<string, number | { weight: number; cap: number }>,
) {
  const plan = await client.plan({ hostId, weights })
  const application = await client.ended(await client.apply(plan))
  expect(application).toMatchObject({ state: 'verified', canRollBack: true })
  return application
}

const rolledBack = async (id: string) => client.ended(await client.rollBack(id))
const canRollBack = async (id: string) =>
  (await client.call(contract.getApplication, { params: { id } })).body.canRollBack

describe('rolling back', () => {
  it('goes back step by step, the newest application first', async () => {
    const { double, hostId } = await enrolled()
    const first = await applied(hostId, { vm1: 300 })
    const second = await applied(hostId, { vm1: 400, vm2: 200 })
    expect(await canRollBack(first.id)).toBe(false)
    expect(await client.rollBack(first.id)).toMatchObject({
      status: 409,
      body: { code: 'not-undoable' },
    })
    expect((await rolledBack(second.id)).state).toBe('rolled-back')
    expect(weightsOf(double)).toEqual({ ...EQUAL, vm1: 300 })
    await client.expectRecordOf(double, hostId)
    expect(await canRollBack(second.id)).toBe(false)
    expect((await client.rollBack(second.id)).status).toBe(409)

    const undone = await rolledBack(first.id)
    expect(undone.statement).toMatch(/^Every changed guest reads back/)
    expect(weightsOf(double)).toEqual(EQUAL)
    await client.expectRecordOf(double, hostId)
    expect(await client.rollBack(undone.id)).toMatchObject({ status: 409 })
  })

  it('restores caps, and finds domains by UUID after they were renumbered', async () => {
    const { double, hostId } = await enrolled()
    const vm1 = domainNamed(double.host, 'vm1')
    vm1.cap = 40
    const { id } = await applied(hostId, { vm1: { weight: 300, cap: 90 } })
    expect(vm1).toMatchObject({ weight: 300, cap: 90 })
    happenings.renumber(double.host)
    expect(await rolledBack(id)).toMatchObject({
      state: 'rolled-back',
      readBack: [{ domain: 'vm1', weight: 256, cap: 40, matches: true }],
    })
    expect(vm1).toMatchObject({ weight: 256, cap: 40 })
    await client.expectRecordOf(double, hostId)
  })

  it('is refused, with nothing sent, where someone has changed a weight since', async () => {
    const { double, hostId } = await enrolled()
    const { id } = await applied(hostId, { vm1: 300, vm2: 200 })
    happenings.setWeight(double.host, 'vm2', 999)
    const sent = setsSent(double).length
    const refused = await rolledBack(id)
    expect(refused).toMatchObject({ state: 'failed', trouble: { code: 'drift' } })
    expect(refused.statement).toContain(
      'vm2 was left with weight 200, cap 0 and now has weight 999',
    )
    expect(refused.statement).toMatch(/Nothing was changed on the host\.$/)
    expect(refused.steps.map(({ kind, state }) => `${kind} ${state}`)).toEqual([
      'rechecked failed',
      'finished failed',
    ])
    expect(setsSent(double)).toHaveLength(sent)
    await client.expectRecordOf(double, hostId)
    expect(await planStateOf(id)).toBe('verified')

    happenings.setWeight(double.host, 'vm2', 200)
    expect((await rolledBack(id)).state).toBe('rolled-back')
    expect(weightsOf(double)).toEqual(EQUAL)
  })

  it('is refused again where the refusal was interrupted before it was settled', async () => {
    const { double, hostId } = await enrolled()
    const { id } = await applied(hostId, { vm1: 300, vm2: 200 })
    happenings.setWeight(double.host, 'vm2', 999)
    const sent = setsSent(double).length
    const again = await actedOnAgain(await rolledBack(id))
    expect(again).toMatchObject({ state: 'failed', trouble: { code: 'drift' } })
    expect(again.steps).toHaveLength(4)
    expect(setsSent(double)).toHaveLength(sent)
  })

  it('leaves alone what someone else sets meanwhile, and knows what it restored', async () => {
    const { double, hostId } = await enrolled()
    const { id } = await applied(hostId, { vm1: 300, vm2: 200 })
    double.beforeCommand = (line) => {
      if (line !== 'xl sched-credit -d 2') return
      double.beforeCommand = () => {}
      happenings.setWeight(double.host, 'vm2', 700)
    }
    const undone = await rolledBack(id)
    expect(undone).toMatchObject({ state: 'failed', trouble: { code: 'changed-by-someone-else' } })
    expect(undone.statement).toContain('the roll-back set weight 256, cap 0; now it has weight 700')
    expect(weightsOf(double)).toEqual({ ...EQUAL, vm2: 700 })
    const { domains } = await client.get(hostId)
    const drift = domains.flatMap(({ name, drift }) => drift.map((each) => [name, each.kind]))
    expect(drift).toEqual([['vm2', 'weight']])
  })

  it('restores the rest where a domain is gone, and is then complete', async () => {
    const { double, hostId } = await enrolled()
    const first = await applied(hostId, { vm3: 300 })
    const { id } = await applied(hostId, { vm1: 300, vm2: 200 })
    happenings.destroy(double.host, 'vm2')
    const undone = await rolledBack(id)
    expect(undone).toMatchObject({ state: 'rolled-back', trouble: null })
    expect(undone.statement).toMatch(/^Everything else reads back .* vm2 is no longer on the host/)
    expect(weightsOf(double)).toEqual({ 'Domain-0': 256, vm1: 256, vm3: 300 })
    expect(undone.readBack).toContainEqual(
      expect.objectContaining({ domain: 'vm2', weight: null, matches: false }),
    )
    expect(undone.steps.at(-2)).toMatchObject({ kind: 'not-undone', state: 'failed' })
    expect(await canRollBack(id)).toBe(false)
    expect((await rolledBack(first.id)).state).toBe('rolled-back')
  })

  it('continues over a new connection when contact is lost', async () => {
    const { double, hostId } = await enrolled()
    const { id } = await applied(hostId, { vm1: 300, vm2: 200 })
    double.faults = { cutAfterSets: 1, loseAnswer: true }
    const undone = await rolledBack(id)
    expect(undone.state).toBe('rolled-back')
    const kinds = undone.steps.map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['contact-lost', 'reconnected']))
    expect(weightsOf(double)).toEqual(EQUAL)
    await client.expectRecordOf(double, hostId)
  })

  it('remains possible after it failed', async () => {
    const { double, hostId } = await enrolled()
    const { id } = await applied(hostId, { vm1: 300 })
    const keys = [...double.authorisedKeys]
    double.authorisedKeys.clear()
    expect(await rolledBack(id)).toMatchObject({
      state: 'failed',
      trouble: { code: 'unreachable' },
    })
    expect(weightsOf(double).vm1).toBe(300)
    expect(await canRollBack(id)).toBe(true)
    for (const key of keys) double.authorisedKeys.add(key)
    expect((await rolledBack(id)).state).toBe('rolled-back')
    expect(weightsOf(double)).toEqual(EQUAL)
    await client.expectRecordOf(double, hostId)
  })
})

/** Runs the job again, as if the agent had been killed before it settled the outcome. */
async function actedOnAgain({ id, jobId }: contract.Application): Promise<contract.Application> {
  const { deps } = client.api
  const data = { state: 'applying', finishedAt: null }
  await deps.db.application.update({ where: { id }, data })
  await deps.db.job.update({ where: { id: jobId! }, data: { state: 'failed' } })
  await settleOrphans(deps)
  const again = await deps.db.application.findUniqueOrThrow({ where: { id } })
  await waitForJob(deps, again.jobId!)
  return (await client.call(contract.getApplication, { params: { id } })).body
}

async function planStateOf(applicationId: string): Promise<string> {
  const application = await client.call(contract.getApplication, { params: { id: applicationId } })
  return (await client.call(contract.getPlan, { params: { id: application.body.planId } })).body
    .state
}

describe('rolling back by status', () => {
  let double: XenHostDouble
  let application: contract.Application
  beforeAll(async () => {
    const host = await enrolled()
    double = host.double
    application = await applied(host.hostId, { vm1: 300 })
  })
  const undo = (caller: typeof client.call, password = PASSWORD) =>
    caller(contract.rollBackApplication, {
      params: { id: application.id },
      body: { password },
    })

  it('401, 403: needs plans:apply and the password', async () => {
    const sent = setsSent(double).length
    expect((await undo(client.api.anonymous)).status).toBe(401)
    expect((await undo(await client.api.as('viewer'))).status).toBe(403)
    expect((await undo(await client.api.as('operator', ['plans:write']))).status).toBe(403)
    const wrong = await undo(await client.api.as('operator'), 'wrong')
    expect(wrong).toMatchObject({ status: 403, body: { code: 'password-refused' } })
    const where = { targetId: application.id, action: 'application.roll-back' }
    const [refused] = await client.api.deps.db.auditEvent.findMany({ where })
    expect(refused).toMatchObject({ outcome: 'refused', detail: { code: 'password-refused' } })
    expect(setsSent(double)).toHaveLength(sent)
  })

  it('404 for an application that does not exist', async () => {
    const params = { id: '01a1fb00-0000-7000-8000-000000000000' }
    const body = { password: PASSWORD }
    const reply = await client.call(contract.rollBackApplication, { params, body })
    expect(reply).toMatchObject({ status: 404, body: { code: 'application-not-found' } })
  })

  it('202, 409: accepts one of two simultaneous requests', async () => {
    const replies = await Promise.all([undo(client.call), undo(client.call)])
    expect(replies.map(({ status }) => status).sort()).toEqual([202, 409])
    const ended = await client.ended(replies.find(({ status }) => status === 202)!)
    expect(ended.state).toBe('rolled-back')
    const where = { targetId: ended.id }
    const [finish] = await client.api.deps.db.auditEvent.findMany({ where })
    expect(finish).toMatchObject({ action: 'roll-back.finish', outcome: 'succeeded' })
  })
})
