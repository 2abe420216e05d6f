import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startAgentChores } from '../../agent-chores.ts'
import { type HostClient, startHostClient } from '../../hosts/testing/host-client.ts'
import { settleOrphans } from './settle-orphans.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient({ agent: false })
})
afterAll(() => client.close())

const settle = () => settleOrphans(client.api.deps)
const read = async (id: string): Promise<contract.Application> =>
  (await client.call(contract.getApplication, { params: { id } })).body

/** Creates an unfinished application whose job is in this state. */
async function application(state: string, job: { state: string } | null, kind = 'apply') {
  const { db } = client.api.deps
  const host = await db.host.create({ data: { name: crypto.randomUUID() } })
  const plan = await db.plan.create({ data: { hostId: host.id, wanted: { notes: [] } } })
  const { id: jobId = null } = job
    ? await db.job.create({ data: { kind: 'apply-plan', payload: {}, ...job } })
    : {}
  const { id } = await db.application.create({
    data: { hostId: host.id, planId: plan.id, kind, state, before: [], requestedBy: 'a', jobId },
  })
  return { id, jobId, hostId: host.id }
}

/** Steps are written before the actions they describe. */
async function writeFirstStep(applicationId: string) {
  const detail = { sequence: 1, at: new Date().toISOString(), kind: 'started', changes: [] }
  await client.api.deps.db.applicationStep.create({
    data: {
      applicationId,
      position: 1,
      kind: 'started',
      detail,
      state: 'done',
      startedAt: detail.at,
    },
  })
}

describe('an unfinished application whose job has ended', () => {
  it('has failed untouched when it was cancelled in the queue, and frees its host', async () => {
    const { id, hostId } = await application('confirmed', { state: 'cancelled' })
    const params = { id: hostId }
    expect((await client.call(contract.deleteHost, { params })).status).toBe(409)
    await settle()
    expect(await read(id)).toMatchObject({
      state: 'failed',
      trouble: { code: 'cancelled' },
      statement: 'It was cancelled before it began. Nothing was changed on the host.',
    })
    const [event] = await client.api.deps.db.auditEvent.findMany({ where: { targetId: id } })
    expect(event).toMatchObject({ action: 'application.finish', outcome: 'failed' })
    expect((await client.call(contract.deleteHost, { params })).status).toBe(204)
  })

  it('reports that no agent ever started it', async () => {
    const { id } = await application('confirmed', { state: 'failed' })
    await settle()
    expect(await read(id)).toMatchObject({ state: 'failed', trouble: { code: 'interrupted' } })
  })

  it.each([
    ['apply', { state: 'cancelled' }, 'cancelled'],
    ['roll-back', { state: 'cancelled' }, 'cancelled'],
    ['apply', { state: 'failed' }, 'interrupted'],
    ['apply', null, 'interrupted'],
  ])('is not acted on when it had begun without a step: %s, %j', async (kind, job, code) => {
    const { id, jobId } = await application('applying', job, kind)
    await settle()
    expect(await read(id)).toMatchObject({ state: 'failed', jobId, trouble: { code } })
  })

  it.each([
    ['apply', 'apply-plan', { state: 'failed' }],
    ['apply', 'apply-plan', { state: 'cancelled' }],
    ['roll-back', 'roll-back-application', { state: 'cancelled' }],
    ['apply', 'apply-plan', null],
  ])('gets a new job when there are steps: %s, %s, %j', async (kind, jobKind, job) => {
    const { id, jobId } = await application('applying', job, kind)
    await writeFirstStep(id)
    await settle()
    const after = await read(id)
    expect(after).toMatchObject({ state: 'applying', statement: null })
    expect(after.jobId).not.toBe(jobId)
    const found = await client.call(contract.getJob, { params: { id: after.jobId! } })
    expect(found.body).toMatchObject({ kind: jobKind, state: 'queued', subject: { id } })
  })

  it('is left alone while its job is running, and settled once', async () => {
    const busy = await application('applying', { state: 'running' })
    const over = await application('applying', { state: 'failed' })
    await writeFirstStep(over.id)
    await Promise.all([settle(), settle()])
    expect((await read(busy.id)).jobId).toBe(busy.jobId)
    const where = { subjectId: over.id }
    expect(await client.api.deps.db.job.count({ where })).toBe(1)
  })

  it('does not wait for another that cannot be settled', async () => {
    const { db } = client.api.deps
    const broken = await application('confirmed', { state: 'cancelled' })
    await db.application.update({ where: { id: broken.id }, data: { before: {} } })
    const sound = await application('confirmed', { state: 'cancelled' })
    await settle()
    expect((await read(sound.id)).state).toBe('failed')
    expect((await read(broken.id)).state).toBe('confirmed')
    await db.application.delete({ where: { id: broken.id } })
  })

  it('is found as soon as an agent starts', async () => {
    const { id } = await application('confirmed', { state: 'cancelled' })
    await startAgentChores(client.api.deps).stop()
    expect((await read(id)).state).toBe('failed')
  })
})
