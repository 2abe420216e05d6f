import * as contract from '@steelyard/contract'
import { happenings, sampleHost, type XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type HostClient,
  setsSent,
  startHostClient,
  weightsOf,
} from '../hosts/testing/host-client.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

const EQUAL = { 'Domain-0': 256, vm1: 256, vm2: 256, vm3: 256 }

/** Provides an enrolled host and a plan that sets vm3 to 128 and then vm1 to 384. */
async function planned(options?: Parameters<HostClient['startDouble']>[0]) {
  const double = await client.startDouble(options)
  const { id: hostId } = await client.enrol(double)
  const plan = await client.plan({ hostId, weights: { vm1: 384, vm3: 128 } })
  expect(plan.canApply).toBe(true)
  return { double, hostId, plan }
}

const apply = async (plan: contract.Plan) => client.ended(await client.apply(plan))
const kinds = ({ steps }: contract.Application) => steps.map(({ kind }) => kind)
const planState = async ({ id }: contract.Plan) =>
  (await client.call(contract.getPlan, { params: { id } })).body.state

/** Expects that the product's record matches the host, here and in the values read back. */
async function expectTruth(
  application: contract.Application,
  double: XenHostDouble,
): Promise<void> {
  await client.expectRecordOf(double, application.hostId)
  const weights = weightsOf(double)
  for (const { domain, weight } of application.readBack) expect(weight).toBe(weights[domain])
}

describe('what goes wrong after the first command is rolled back', () => {
  it.each([
    ['a refused weight', { refuseWeights: [384] }, 'command-failed'],
    ['a weight that is accepted and forgotten', { ignoreSets: true }, 'read-back-mismatch'],
    ['a connection that dies between two commands', { cutAfterSets: 1 }, 'connection-lost'],
    ['a lost answer', { cutAfterSets: 2, loseAnswer: true }, 'connection-lost'],
  ])('%s', async (_, faults, code) => {
    const { double, plan } = await planned()
    double.faults = faults
    const ended = await apply(plan)
    expect(ended).toMatchObject({
      state: 'rolled-back',
      trouble: { code },
      statement: expect.stringMatching(/reads back with its earlier values\.$/),
      canRollBack: false,
    })
    expect(kinds(ended)).toContain('rolling-back')
    expect(ended.readBack.every(({ matches }) => matches)).toBe(true)
    expect(weightsOf(double)).toEqual(EQUAL)
    await expectTruth(ended, double)
    expect(await planState(plan)).toBe('rolled-back')
  })

  it('names the step that failed', async () => {
    const { double, plan } = await planned()
    double.faults = { refuseWeights: [384] }
    const { steps } = await apply(plan)
    const setting = steps.filter(({ kind }) => kind === 'setting')
    expect(setting.map(({ command, state }) => [command, state])).toEqual([
      ['xl sched-credit -d 3 -w 128', 'done'],
      ['xl sched-credit -d 1 -w 384', 'failed'],
    ])
    expect(steps.find(({ kind }) => kind === 'rolling-back')?.detail).toMatch(/weight/i)
    expect(steps.every(({ finishedAt }) => finishedAt !== null)).toBe(true)
  })

  it('is rolled back on a credit2 host through sudo as well', async () => {
    const { double, plan } = await planned({ host: sampleHost('credit2'), username: 'steelyard' })
    double.faults = { refuseWeights: [384] }
    const ended = await apply(plan)
    expect(ended.state).toBe('rolled-back')
    expect(setsSent(double).at(-1)).toBe('sudo -n xl sched-credit2 -d 3 -w 256')
    await expectTruth(ended, double)
  })
})

describe('a value that someone else sets before it is read back', () => {
  it('stays, everything else is restored, and the record names who must decide', async () => {
    const { double, hostId, plan } = await planned()
    double.beforeCommand = (line) => {
      if (line !== 'xl sched-credit -d 1') return
      double.beforeCommand = () => {}
      happenings.setWeight(double.host, 'vm1', 700)
    }
    const ended = await apply(plan)
    expect(ended).toMatchObject({
      state: 'failed',
      canRollBack: false,
      trouble: { code: 'changed-by-someone-else' },
      statement: expect.stringMatching(
        /Not everything was restored: vm1 was changed by someone else/,
      ),
    })
    for (const part of ['set weight 384, cap 0', 'now it has weight 700', 'must decide']) {
      expect(ended.statement).toContain(part)
    }
    expect(weightsOf(double)).toEqual({ ...EQUAL, vm1: 700 })
    expect(setsSent(double).filter((line) => line.includes('-d 1 '))).toHaveLength(1)
    await expectTruth(ended, double)
    const where = { action: 'application.finish', targetId: ended.id }
    const [finish] = await client.api.deps.db.auditEvent.findMany({ where })
    expect(finish).toMatchObject({ outcome: 'failed', detail: { statement: ended.statement } })
    expect((await client.get(hostId)).domains.some(({ drift }) => drift.length > 0)).toBe(false)
  })
})

describe('a host that refuses every reconnection', () => {
  it('ends the application as failed, and lists the domains whose values are unknown', async () => {
    const { double, hostId, plan } = await planned()
    double.beforeCommand = (line) => {
      if (!line.includes('-w 384')) return
      double.authorisedKeys.clear()
      double.cutConnections()
    }
    const keys = [...double.authorisedKeys]
    const ended = await apply(plan)
    expect(ended).toMatchObject({
      state: 'failed',
      canRollBack: true,
      trouble: { code: 'connection-lost' },
    })
    expect(ended.statement).toContain('Not everything could be restored: ')
    expect(ended.statement).toMatch(/The rest can still be rolled back\.$/)
    for (const name of ['vm1', 'vm3']) {
      expect(ended.statement).toMatch(new RegExp(`${name} could not be checked or restored`))
    }
    expect(ended.readBack.map(({ weight, matches }) => [weight, matches])).toEqual([
      [null, false],
      [null, false],
    ])
    expect(await planState(plan)).toBe('failed')
    expect((await client.get(hostId)).connection.state).toBe('failing')
    expect(weightsOf(double)).toMatchObject({ vm3: 128 })

    for (const key of keys) double.authorisedKeys.add(key)
    double.beforeCommand = () => {}
    const undone = await client.ended(await client.rollBack(ended.id))
    expect(undone.state).toBe('rolled-back')
    expect(weightsOf(double)).toEqual(EQUAL)
    await client.expectRecordOf(double, hostId)
    expect(await planState(plan)).toBe('rolled-back')
    expect((await client.rollBack(ended.id)).status).toBe(409)
  })
})

describe('nothing is sent', () => {
  const expectUntouched = async (
    ended: contract.Application,
    double: XenHostDouble,
    code: string,
  ) => {
    expect(ended).toMatchObject({ state: 'failed', trouble: { code }, canRollBack: false })
    expect(ended.statement).toMatch(/Nothing was changed on the host\.$/)
    expect(setsSent(double)).toEqual([])
  }

  it('to a host that presents another key, which is refused before authentication', async () => {
    const { double, hostId, plan } = await planned()
    double.changeHostKey()
    const [attempts, commands] = [double.authenticationAttempts, double.commands.length]
    const ended = await apply(plan)
    await expectUntouched(ended, double, 'host-key-changed')
    expect(ended.steps).toEqual([])
    expect(double.authenticationAttempts).toBe(attempts)
    expect(double.commands).toHaveLength(commands)
    expect((await client.get(hostId)).connection.trouble?.code).toBe('host-key-changed')
    expect(await planState(plan)).toBe('failed')
  })

  it.each([
    ['renumbered domains', (double) => happenings.renumber(double.host), /restarted/],
    ['a weight that someone changed', changeVm2, /vm2 was 256 and is now 999/],
    ['a domain made anew', (double) => happenings.recreate(double.host, 'vm1'), /no longer/],
    ['a domain that is gone', (double) => happenings.destroy(double.host, 'vm1'), /no longer/],
  ] as [string, (double: XenHostDouble) => void, RegExp][])(
    'after %s between plan and application',
    async (_, happen, said) => {
      const { double, plan } = await planned()
      happen(double)
      const ended = await apply(plan)
      await expectUntouched(ended, double, 'drift')
      expect(ended.statement).toMatch(said)
      expect(ended.steps.at(-2)).toMatchObject({ kind: 'rechecked', state: 'failed' })
      const there = double.host.domains.map(({ name }) => name)
      const { domains } = await client.get(ended.hostId)
      expect(
        domains
          .filter(({ gone }) => !gone)
          .map(({ name }) => name)
          .sort(),
      ).toEqual(there.sort())
      const weights = weightsOf(double)
      for (const { name, weight, gone } of domains) if (!gone) expect(weight).toBe(weights[name])
    },
  )

  it('when the stored plan is not the one that was confirmed', async () => {
    const { double, plan } = await planned()
    const row = await client.api.deps.db.plan.findUniqueOrThrow({ where: { id: plan.id } })
    const content = row.content as { plan: { expiresAt: string } }
    content.plan.expiresAt = new Date(Date.now() + 1e9).toISOString()
    await client.api.deps.db.plan.update({ where: { id: plan.id }, data: { content } })
    await expectUntouched(await apply(plan), double, 'plan-altered')
  })
})

function changeVm2(double: XenHostDouble): void {
  happenings.setWeight(double.host, 'vm2', 999)
}

describe('cancelling', () => {
  it('stops between two commands and rolls back; only then is the job cancelled', async () => {
    const { double, plan } = await planned()
    const { deps } = client.api
    const accepted = client.apply(plan)
    let cancelled: Promise<unknown> | undefined
    double.beforeCommand = (line) => {
      // The first command takes long enough to cancel the application meanwhile.
      double.faults = line.includes('-w 128') ? { delayMs: 3_000 } : {}
      if (!line.includes('-w 128')) return
      cancelled = accepted.then(({ body }) =>
        client.call(contract.cancelJob, { params: { id: body.job.id } }),
      )
    }
    const ended = await client.ended(await accepted)
    expect(await cancelled).toMatchObject({ status: 202 })
    expect(ended).toMatchObject({
      state: 'rolled-back',
      trouble: {
        code: 'cancelled',
        message: 'It was stopped on the way: the job was cancelled.',
      },
    })
    const job = await deps.db.job.findUniqueOrThrow({ where: { id: ended.jobId! } })
    expect(job.state).toBe('cancelled')
    expect(weightsOf(double)).toEqual(EQUAL)
    await expectTruth(ended, double)
  })
})
