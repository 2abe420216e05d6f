import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectStatus, type HostClient, startHostClient } from '../hosts/testing/host-client.ts'
import { type LoopHost, startLoopHost } from '../loop/testing/loop-host.ts'
import { waitForJob } from '../testing/wait-for-job.ts'
import { decidePool } from './decide-pool.ts'
import { decidePools } from './decide-pools.ts'

let client: HostClient
let full: LoopHost
let empty: LoopHost
let poolId: string
beforeAll(async () => {
  client = await startHostClient()
  full = await startLoopHost(client)
  empty = await startLoopHost(client)
  empty.double.host.domains.splice(1)
  const read = await client.call(contract.discoverHost, { params: { id: empty.id } })
  await waitForJob(client.api.deps, expectStatus(read, 202).job.id)
  const body = { name: 'pair', hostIds: [full.id, empty.id] }
  poolId = expectStatus(await client.call(contract.groupHosts, { body }), 201).id
  const targets = ['vm1', 'vm2', 'vm3'].map((domain) => ({
    domain,
    responseTimeMs: 400,
    throughputPerSecond: null,
  }))
  await client.call(contract.setDomainTargets, { params: { id: full.id }, body: { targets } })
})
afterAll(() => client?.close())

const DOMAIN0 = { 'Domain-0': { perSecond: 1, responseSeconds: 0.001, cpuSeconds: 0.02 } }
const guests = (responseSeconds: number, cpuSeconds: number) =>
  Object.fromEntries(
    ['vm1', 'vm2', 'vm3'].map((name) => [name, { perSecond: 20, responseSeconds, cpuSeconds }]),
  )

async function observe(load: ReturnType<typeof guests>): Promise<void> {
  await full.observeLoad({ ...DOMAIN0, ...load })
  await empty.observeLoad(DOMAIN0)
}

async function decide(secondsLater = 0): Promise<contract.PoolAdvice> {
  const { db } = client.api.deps
  const signal = new AbortController().signal
  await decidePool(db, poolId, signal, new Date(Date.now() + 1000 * secondsLater))
  return expectStatus(await client.call(contract.getPoolAdvice, { params: { id: poolId } }), 200)
}

it('a pool of hosts is decided about as one behind XAPI', async () => {
  await observe(guests(0.02, 0.004))
  await decidePools(client.api.deps, new AbortController().signal)
  expect(await decide()).toMatchObject({ verdict: 'calm', hosts: [], moves: [] })
})

it('is advised a move to a host without guests, and the twin foretells both', async () => {
  await client.api.deps.db.watchWindow.deleteMany()
  await observe(guests(2, 0.0165))
  await decide(-360)
  const said = await decide()
  expect(said).toMatchObject({ verdict: 'move', moves: [{ to: { uuid: empty.id } }] })
  expect(said.foretold).toMatchObject([
    { host: { uuid: full.id }, by: 'twin' },
    { host: { uuid: empty.id }, by: 'twin' },
  ])
  for (const { thenMs } of said.foretold.flatMap((host) => host.guests))
    expect(thenMs).toBeLessThan(400)
  const { pool } = expectStatus(
    await client.call(contract.getPoolOfHost, { params: { id: empty.id } }),
    200,
  )
  expect(pool).toMatchObject({ id: poolId, verdict: 'move' })
})
