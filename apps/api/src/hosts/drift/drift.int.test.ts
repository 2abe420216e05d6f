import type * as contract from '@steelyard/contract'
import { happenings, type XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deps } from '../../deps.ts'
import { readEnrolledHost } from '../reading/read-enrolled-host.ts'
import { recheckHosts } from '../reading/recheck-hosts.ts'
import { storeReading } from '../reading/store-reading.ts'
import { type HostClient, startHostClient } from '../testing/host-client.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

type Wanted = Parameters<HostClient['plan']>[0] extends infer Body
  ? Extract<Body, { weights: unknown }>['weights']
  : never

async function applied(weights: Wanted) {
  const double = await client.startDouble()
  const { id } = await client.enrol(double)
  const application = await client.ended(
    await client.apply(await client.plan({ hostId: id, weights })),
  )
  expect(application.state).toBe('verified')
  return { double, id, application }
}

/** Runs one round of the agent's chore, as if the last one had been long ago. */
async function recheck(signal = new AbortController().signal, deps: Deps = client.api.deps) {
  await recheckHosts({ ...deps, config: { ...deps.config, recheckSeconds: 0 } }, signal)
}

async function domain(hostId: string, name: string): Promise<contract.Domain> {
  return (await client.get(hostId)).domains.find((found) => found.name === name)!
}

const driftEvents = (targetId: string) =>
  client.api.deps.db.auditEvent.findMany({ where: { targetId, action: 'host.drift' } })

describe('the values that were applied to a domain', () => {
  it('are shown with the lines for its configuration file, after applying and rolling back', async () => {
    const { id, application } = await applied({ vm1: { weight: 384, cap: 50 } })
    expect(await domain(id, 'vm1')).toMatchObject({
      applied: {
        weight: 384,
        cap: 50,
        applicationId: application.id,
        configLines: ['cpu_weight = 384', 'cap = 50'],
      },
      drift: [],
      driftSince: null,
    })
    expect(await domain(id, 'vm2')).toMatchObject({ applied: null, drift: [] })
    const undone = await client.ended(await client.rollBack(application.id))
    expect((await domain(id, 'vm1')).applied).toMatchObject({
      weight: 256,
      cap: 0,
      applicationId: undone.id,
      configLines: ['cpu_weight = 256'],
    })
    expect(await driftEvents(id)).toEqual([])
  })

  it('stay the same when a later application fails', async () => {
    const { double, id, application } = await applied({ vm1: 384 })
    const plan = await client.plan({ hostId: id, weights: { vm1: 300, vm2: 200 } })
    double.faults = { refuseWeights: [200] }
    expect((await client.ended(await client.apply(plan))).state).toBe('rolled-back')
    expect(await domain(id, 'vm1')).toMatchObject({
      applied: { weight: 384, applicationId: application.id },
      drift: [],
    })
    expect((await domain(id, 'vm2')).applied).toBeNull()
  })
})

describe('drift', () => {
  it('is found by the recheck, dated, reported once, and over when the values are back', async () => {
    const { double, id } = await applied({ vm1: 384, vm3: 128 })
    happenings.reboot(double.host)
    await recheck()
    const found = await domain(id, 'vm1')
    expect(found.drift.map(({ kind }) => kind)).toEqual(['recreated', 'weight'])
    expect(found.driftSince).not.toBeNull()
    expect((await client.get(id)).drifted).toBe(true)
    await recheck()
    expect((await domain(id, 'vm1')).driftSince).toBe(found.driftSince)
    const [event, ...more] = await driftEvents(id)
    expect(more).toEqual([])
    expect(event).toMatchObject({
      actorKind: 'system',
      detail: { domains: [{ domain: 'vm1' }, { domain: 'vm3' }] },
    })

    happenings.setWeight(double.host, 'vm1', 384)
    happenings.setWeight(double.host, 'vm3', 128)
    await recheck()
    expect(await client.get(id)).toMatchObject({ drifted: false })
    expect((await domain(id, 'vm1')).driftSince).toBeNull()
    happenings.setWeight(double.host, 'vm3', 200)
    await recheck()
    expect(await driftEvents(id)).toHaveLength(2)
  })

  it.each<[string, (double: XenHostDouble) => void, string[]]>([
    [
      'a domain created anew',
      ({ host }) => happenings.recreate(host, 'vm1'),
      ['recreated', 'weight'],
    ],
    ['a domain that is gone', ({ host }) => happenings.destroy(host, 'vm1'), ['gone']],
    ['a weight set by hand', ({ host }) => happenings.setWeight(host, 'vm1', 700), ['weight']],
  ])('reports %s', async (_, happen, kinds) => {
    const { double, id } = await applied({ vm1: 384 })
    happen(double)
    await recheck()
    expect((await domain(id, 'vm1')).drift.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('ends where Steelyard itself writes other values', async () => {
    const { double, id } = await applied({ vm1: 384 })
    happenings.setWeight(double.host, 'vm1', 700)
    const plan = await client.plan({ hostId: id, weights: { vm1: 500 } })
    expect((await domain(id, 'vm1')).drift).toHaveLength(1)
    await client.ended(await client.apply(plan))
    expect(await domain(id, 'vm1')).toMatchObject({ applied: { weight: 500 }, drift: [] })
    expect(await driftEvents(id)).toHaveLength(1)
  })
})

describe('the recheck', () => {
  it('shows a host that does not answer, and the same host when it is back', async () => {
    const double = await client.startDouble()
    const { id } = await client.enrol(double)
    double.faults = { dropConnections: 100 }
    await recheck()
    const { connection } = await client.get(id)
    expect(connection).toMatchObject({ state: 'failing', trouble: { code: 'unreachable' } })
    double.faults = {}
    await recheck()
    expect((await client.get(id)).connection).toMatchObject({ state: 'connected', trouble: null })
    expect(
      await client.api.deps.db.job.count({ where: { kind: 'discover-host', subjectId: id } }),
    ).toBe(1)
  })

  it('skips hosts that are being applied to, were never confirmed, or were read just now', async () => {
    const { db } = client.api.deps
    const { double, id, application } = await applied({ vm1: 384 })
    const waiting = await client.startDouble()
    await client.probe(waiting)
    const connections = [double.connections, waiting.connections]
    await recheckHosts(client.api.deps, new AbortController().signal)
    await db.application.update({ where: { id: application.id }, data: { state: 'applying' } })
    await recheck()
    expect([double.connections, waiting.connections]).toEqual(connections)
    await db.application.update({ where: { id: application.id }, data: { state: 'verified' } })
    await recheck()
    expect(double.connections).toBeGreaterThan(connections[0]!)
    expect((await client.get(id)).connection.state).toBe('connected')
  })

  it('does not mistake the values of a running application for drift', async () => {
    const { double, id } = await applied({ vm1: 384, vm2: 200 })
    const plan = await client.plan({ hostId: id, weights: { vm1: 300, vm2: 150 } })
    const { db } = client.api.deps
    let sets = 0
    let reread: Promise<void> | undefined
    double.beforeCommand = (line) => {
      if (/ -w /.test(line)) sets += 1
      if (sets !== 2 || reread) return
      // Acts like a recheck that began just before: it reads between the two commands.
      reread = readEnrolledHost(client.api.deps, id).then((reading) =>
        db.$transaction((tx) => storeReading(tx, reading)),
      )
    }
    expect((await client.ended(await client.apply(plan))).state).toBe('verified')
    await reread
    await recheck()
    expect(await driftEvents(id)).toEqual([])
    expect(await db.domain.count({ where: { hostId: id, driftSince: { not: null } } })).toBe(0)
  })

  it('stops with the agent', async () => {
    const double = await client.startDouble()
    const { id } = await client.enrol(double)
    const stopping = new AbortController()
    double.faults = { hangOn: 'xl info' }
    double.beforeCommand = () => stopping.abort()
    await recheck(stopping.signal)
    expect((await client.get(id)).connection.state).toBe('connected')
  })
})
