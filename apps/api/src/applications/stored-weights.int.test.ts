import * as contract from '@steelyard/contract'
import { type PoolDouble, poolDouble } from '@steelyard/xapi/testing'
import type { XenHostDouble } from '@steelyard/xen/testing'
import { sampleHost } from '@steelyard/xen/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  expectStatus,
  type HostClient,
  setsSent,
  startHostClient,
  weightsOf,
} from '../hosts/testing/host-client.ts'
import { connectDouble } from '../pools/testing/connect-double.ts'

const PARAMS = { mask: '0,1', weight: 'nonsense', note: 'ours' }
const SUCCESS = '{"jsonrpc":"2.0","id":1,"result":""}'

let client: HostClient
let host: XenHostDouble
let hostId: string
let pool: PoolDouble
let poolId: string
beforeAll(async () => {
  client = await startHostClient()
  host = await client.startDouble()
  hostId = (await client.enrol(host)).id
})
afterAll(() => client.close())

beforeEach(async () => {
  await connect('pool-admin')
})
afterEach(async () => {
  for (const domain of host.host.domains) Object.assign(domain, { weight: 256, cap: 0 })
  await client.api.deps.db.pool.deleteMany()
  await pool.close()
})

/** A pool whose first host is the one over SSH; it does not have its last guest. */
async function connect(role: 'pool-admin' | 'read-only', of = host) {
  const [vm1, vm2] = of.host.domains.slice(1)
  pool = await poolDouble({
    guests: [
      { name: 'vm1', uuid: vm1!.uuid, host: 0, params: PARAMS },
      { name: 'vm2', uuid: vm2!.uuid, host: 0 },
    ],
    accounts: [{ user: 'steelyard', password: 'secret', role }],
  })
  poolId = await connectDouble(client, pool)
}

const stored = (name = 'vm1') =>
  pool.state.database.get('VM', pool.state.guestNamed(name)).VCPUs_params
const planned = (weights: Record<string, number | { weight: number; cap: number }>) =>
  client.plan({ hostId, weights })
const levers = ({ alsoRead }: contract.Application) =>
  alsoRead.map(({ subject, what, found, matches }) => [subject, what, found, matches])

describe('weights that are set over SSH and stored in XAPI', () => {
  it('shows it before, sets and stores both, notes it, and gives both back', async () => {
    const plan = await planned({ vm1: { weight: 512, cap: 50 }, vm3: 300 })
    const { name } = expectStatus(
      await client.call(contract.getPool, { params: { id: poolId } }),
      200,
    )
    expect(plan.persistence).toContain(`XAPI of the pool ${name} also stores weights and caps`)
    expect(plan.persistence).toContain('Nothing is stored for vm3')
    const [vm1] = host.host.domains.slice(1)
    expect(plan.commands).toContain(
      `xe vm-param-set uuid=${vm1!.uuid} VCPUs-params:weight=512 VCPUs-params:cap=50`,
    )
    const applied = await client.ended(await client.apply(plan))
    expect(applied).toMatchObject({ state: 'verified', trouble: null })
    expect(weightsOf(host)).toMatchObject({ vm1: 512, vm3: 300 })
    expect(setsSent(host).some((line) => line.includes('xe '))).toBe(false)
    expect(stored()).toEqual({ mask: '0,1', note: 'ours', weight: '512', cap: '50' })
    expect(stored('vm2')).toEqual({})
    expect(applied.steps.map(({ text }) => text)).toContain(
      'Store in XAPI for vm1: weight 512, cap 50 %.',
    )
    expect(levers(applied)).toEqual([['vm1', 'stored-weight', 'weight 512, cap 50 %', true]])
    const [audited] = await client.api.deps.db.auditEvent.findMany({
      where: { targetId: applied.id, action: 'application.finish' },
    })
    expect(audited).toMatchObject({ detail: { alsoRead: [{ what: 'stored-weight' }] } })
    const undone = await client.ended(await client.rollBack(applied.id))
    expect(undone).toMatchObject({ state: 'rolled-back', trouble: null })
    expect(weightsOf(host)).toMatchObject({ vm1: 256, vm3: 256 })
    expect(stored()).toEqual(PARAMS)
    expect(pool.sessions.open).toEqual([])
  })

  it('sets nothing where XAPI refuses to store', async () => {
    const plan = await planned({ vm1: 512, vm2: 300 })
    pool.faults.answer = (method) =>
      method === 'VM.add_to_VCPUs_params'
        ? '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"RBAC_PERMISSION_DENIED","data":["vm.add_to_vcpus_params"]}}'
        : undefined
    const ended = await client.ended(await client.apply(plan))
    expect(ended).toMatchObject({ state: 'rolled-back', trouble: { code: 'store-failed' } })
    expect(ended.statement).toContain('RBAC_PERMISSION_DENIED')
    expect(weightsOf(host)).toMatchObject({ vm1: 256, vm2: 256 })
  })

  it('sets nothing where XAPI stores nonsense', async () => {
    const plan = await planned({ vm2: 300 })
    let wrong = 1
    pool.faults.answer = (method) => {
      if (method !== 'VM.add_to_VCPUs_params' || wrong-- <= 0) return undefined
      const reference = pool.state.guestNamed('vm2')
      pool.state.database.change('VM', reference, { VCPUs_params: { weight: '-70000' } })
      return SUCCESS
    }
    const ended = await client.ended(await client.apply(plan))
    expect(ended).toMatchObject({ state: 'rolled-back', trouble: { code: 'store-failed' } })
    expect(stored('vm2')).toEqual({})
    expect(weightsOf(host)).toMatchObject({ vm2: 256 })
  })

  it('changes nothing at all where XAPI has gone since the plan', async () => {
    const plan = await planned({ vm1: 512 })
    for (const server of pool.servers) await server.stop()
    const ended = await client.ended(await client.apply(plan))
    expect(ended).toMatchObject({ state: 'failed', trouble: { code: 'store-failed' } })
    expect(ended.statement).toContain('Nothing was changed on the host.')
    expect(weightsOf(host)).toMatchObject({ vm1: 256 })
    const without = await planned({ vm1: 512 })
    expect(without.persistence).toContain('could not be asked')
    expect(without.commands).toHaveLength(1)
  })

  it('gives the stored back where the host refuses a weight', async () => {
    const plan = await planned({ vm1: 512, vm2: 300 })
    host.faults = { failAfterSets: 1 }
    const ended = await client.ended(await client.apply(plan))
    host.faults = {}
    expect(ended).toMatchObject({ state: 'rolled-back', trouble: { code: 'command-failed' } })
    expect(weightsOf(host)).toMatchObject({ vm1: 256, vm2: 256 })
    expect(stored()).toEqual(PARAMS)
    expect(stored('vm2')).toEqual({})
  })

  it('rolls the host back while XAPI is gone, names what is left, and finishes later', async () => {
    const plan = await planned({ vm1: 512 })
    const applied = await client.ended(await client.apply(plan))
    const [server, other] = pool.servers
    const { address, port } = pool.members[0]!
    await server!.stop()
    await other!.stop()
    const undone = await client.ended(await client.rollBack(applied.id))
    expect(undone.state).toBe('failed')
    expect(undone.statement).toContain('stored weight "nonsense"')
    expect(weightsOf(host)).toMatchObject({ vm1: 256 })
    await server!.listen(address, port)
    const again = await client.ended(await client.rollBack(applied.id))
    expect(again.state).toBe('rolled-back')
    expect(stored()).toEqual(PARAMS)
  })

  it.each(['0', '70000', '0256'])(
    'leaves %s stored as it was, which Xen takes otherwise or not at all',
    async (weight) => {
      const reference = pool.state.guestNamed('vm1')
      pool.state.database.change('VM', reference, { VCPUs_params: { weight } })
      const applied = await client.ended(await client.apply(await planned({ vm1: 512 })))
      const undone = await client.ended(await client.rollBack(applied.id))
      expect(undone.state).toBe('rolled-back')
      expect(stored()).toEqual({ weight })
    },
  )

  it('is refused, both left alone, where somebody stored something else since', async () => {
    const applied = await client.ended(await client.apply(await planned({ vm1: 512 })))
    const reference = pool.state.guestNamed('vm1')
    pool.state.database.change('VM', reference, { VCPUs_params: { weight: '7' } })
    const undone = await client.ended(await client.rollBack(applied.id))
    expect(undone).toMatchObject({ state: 'failed', trouble: { code: 'drift' } })
    expect(stored()).toEqual({ weight: '7' })
    expect(weightsOf(host)).toMatchObject({ vm1: 512 })
  })
})

describe('weights that XAPI does not keep', () => {
  it.each<[string, () => Promise<void>, string]>([
    [
      'an account that may only read',
      async () => {
        await pool.close()
        await client.api.deps.db.pool.deleteMany()
        await connect('read-only')
      },
      'may only read',
    ],
    [
      'a pool without these guests',
      async () => {
        const stranger = await client.startDouble()
        await pool.close()
        await client.api.deps.db.pool.deleteMany()
        for (const domain of stranger.host.domains) domain.uuid = crypto.randomUUID()
        await connect('pool-admin', stranger)
      },
      'no connected pool has these guests',
    ],
  ])('says so of %s, and sets them over SSH alone', async (_, prepare, said) => {
    await prepare()
    const plan = await planned({ vm1: 512 })
    expect(plan.persistence).toContain(said)
    expect(plan.commands).toHaveLength(1)
    const applied = await client.ended(await client.apply(plan))
    expect(applied).toMatchObject({ state: 'verified', alsoRead: [] })
    expect(stored()).toEqual(PARAMS)
  })

  it('says so of a host under credit2', async () => {
    const other = await client.startDouble({ host: sampleHost('credit2') })
    const id = (await client.enrol(other)).id
    const plan = await client.plan({ hostId: id, weights: { vm1: 512 } })
    expect(plan.persistence).toContain('credit2 runs here')
    expect(plan.commands).toHaveLength(1)
  })
})

describe('a host whose hypervisor weighs Domain-0 by itself', () => {
  it('is told from its pool: the plan shows the weight to come, and another one meanwhile is no drift', async () => {
    const xcpNg = await client.startDouble({ host: sampleHost('credit', 4) })
    const { id } = await client.enrol(xcpNg)
    const plan = await client.plan({ hostId: id, weights: { vm1: 1024 } })
    expect(plan.reasons).toMatchObject([{ code: 'domain-0-weighed', severity: 'info' }])
    const domain0 = plan.changes.find(({ domain }) => domain === 'Domain-0')!
    expect(domain0).toMatchObject({ weightBefore: 256, weightAfter: 512, changed: false })
    xcpNg.host.domains[0]!.weight = 400
    expect(await client.ended(await client.apply(plan))).toMatchObject({ state: 'verified' })
    expect(weightsOf(xcpNg)).toMatchObject({ 'Domain-0': 400, vm1: 1024 })
  })
})
