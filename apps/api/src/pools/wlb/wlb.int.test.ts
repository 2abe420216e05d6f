import { once } from 'node:events'
import type { Server } from 'node:https'
import https from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import * as contract from '@steelyard/contract'
import type { PoolInventory } from '@steelyard/xapi'
import {
  type DoubleLoad,
  GIBIBYTE,
  type PoolDouble,
  poolDouble,
  type Reading,
  readAsXapi,
  selfSigned,
} from '@steelyard/xapi/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nowSeconds } from '../../epoch.ts'
import { expectStatus, type HostClient, startHostClient } from '../../hosts/testing/host-client.ts'
import { startProcess } from '../../testing/start-process.ts'
import { poolInventory } from '../stored-pool.ts'
import { connectDouble } from '../testing/connect-double.ts'
import { readOnce } from '../testing/read-once.ts'
import { startWlbServer } from './wlb-server.ts'

const ACCOUNT = { user: 'steelyard', password: 'a password for XAPI' }
const { key, cert: certificate } = selfSigned('steelyard')

/** By the name of the guest, how many pCPUs each of its two vCPUs used. */
const USED: Record<string, number> = { busy: 0.9, calm: 0.1, other: 0.5, large: 0.2 }
let client: HostClient
let double: PoolDouble
let poolId: string
let inventory: PoolInventory
let server: Server
beforeAll(async () => {
  client = await startHostClient()
  double = await poolDouble({
    hosts: [
      { name: 'xen1' },
      { name: 'xen2', memoryBytes: 16 * GIBIBYTE },
      { name: 'xen3', isEnabled: false },
      { name: 'xen4' },
    ],
    guests: [
      { name: 'busy', host: 0 },
      { name: 'calm', host: 0 },
      { name: 'other', host: 1 },
      { name: 'large', host: 3, memoryBytes: 40 * GIBIBYTE },
      { name: 'off', host: null },
      { name: 'local', host: 1, storage: 'local' },
    ],
    groups: [{ name: 'two sites', placement: 'anti_affinity', guests: ['calm', 'other'] }],
    startSeconds: nowSeconds() - 400,
    clockSpeed: 1,
    loadOf: (uuid): DoubleLoad => {
      const used = USED[nameOf(uuid)] ?? 0
      return {
        vCpus: [used, used],
        fullrun: used,
        full_contention: 0,
        concurrency_hazard: 0,
        blocked: 1 - used,
        partial_run: 0,
        partial_contention: 0,
        runnableVCpus: 0,
      }
    },
  })
  const use = [0.75, 0.5, 0, 0.2]
  double.roundRobin.hostLoadOf = (uuid) =>
    use[inventory?.hosts.findIndex((host) => host.uuid === uuid) ?? 0] ?? 0.5
  const nameOf = (uuid: string) =>
    String(
      double.state.database.all('VM').find(([, record]) => record.uuid === uuid)?.[1].name_label,
    )
  poolId = await connectDouble(client, double)
  double.clock.advance(400)
  inventory = await known()
  await readOnce(client.api, poolId)
  server = await startWlbServer(client.api.deps, {
    ...ACCOUNT,
    host: '127.0.0.1',
    port: 0,
    key,
    certificate,
  })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await double.close()
  await client.close()
})

async function known(): Promise<PoolInventory> {
  const { inventory } = await client.api.deps.db.pool.findUniqueOrThrow({ where: { id: poolId } })
  return poolInventory.read(inventory)
}

const uuidOf = (name: string) =>
  [...inventory.guests, ...inventory.hosts].find((each) => each.name === name)!.uuid
const nameOf = (uuid: string | undefined) =>
  [...inventory.guests, ...inventory.hosts].find((each) => each.uuid === uuid)?.name

/** Asks as XAPI does, and makes of the answer what XAPI makes of it. */
async function ask(
  method: string,
  fields: Record<string, string> = {},
  { account = ACCOUNT, port = (server.address() as AddressInfo).port } = {},
): Promise<Reading> {
  const all = Object.entries({ PoolUuid: inventory.pool.uuid, ...fields })
  const content = all.map(([name, text]) => `<${name}>${text}</${name}>`).join('\n')
  const body = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>
    <${method} xmlns="http://schemas.citrix.com/DWM"><request>${content}</request></${method}>
    </s:Body></s:Envelope>`
  const authorization = `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`
  const answer = await new Promise<{ status: number; body: string }>((done, fail) => {
    const sent = https.request(
      {
        host: '127.0.0.1',
        port,
        method: 'POST',
        path: '/Citrix.Dwm.WorkloadBalance/Service',
        headers: { authorization, 'content-type': 'text/xml; charset=utf-8' },
        ca: certificate,
        checkServerIdentity: () => undefined,
      },
      (response) => {
        let text = ''
        response.on('data', (part) => {
          text += part
        })
        response.on('end', () => done({ status: response.statusCode!, body: text }))
      },
    )
    sent.on('error', fail)
    sent.end(body)
  })
  const live = inventory.hosts.filter(({ isLive }) => isLive).map(({ uuid }) => uuid)
  const guests = inventory.guests.map(({ uuid }) => uuid)
  return readAsXapi(method, answer, { hosts: live, guests }, fields.HostUuid)
}

const join = (address = double.members[0]!.address) =>
  ask('AddXenServer', {
    XenServerUrl: `http://${address}:80/`,
    UserName: 'xenuser',
    Password: 'secret of the pool',
  })

async function stars(guest: string): Promise<Record<string, { stars: number; reason?: string }>> {
  const reading = await ask('VMGetRecommendations', { VmUuid: uuidOf(guest) })
  expect(reading.kind).toBe('success')
  const { rows } = reading as Extract<Reading, { kind: 'success' }>
  return Object.fromEntries(
    rows.map(({ host, stars, reason }) => [nameOf(host), { stars: Number(stars), reason }]),
  )
}

const auditActions = async () =>
  (
    await client.api.deps.db.auditEvent.findMany({
      where: { action: { startsWith: 'pool.wlb' } },
      orderBy: { sequence: 'asc' },
      select: { action: true, actorName: true, detail: true },
    })
  ).map(({ action, actorName, detail }) => [action, actorName, detail])

describe('a pool that asks for advice', () => {
  it('is refused without the account, before it has joined, and where it is not known', async () => {
    expect(await ask('AddXenServer', {}, { account: { ...ACCOUNT, password: 'x' } })).toMatchObject(
      {
        code: 'WLB_AUTHENTICATION_FAILED',
      },
    )
    expect(await ask('VMGetRecommendations', { VmUuid: uuidOf('busy') })).toMatchObject({
      code: 'WLB_INTERNAL_ERROR',
      said: expect.stringContaining('has left'),
    })
    const PoolUuid = '00000000-0000-4000-8000-000000000000'
    expect(await ask('GetXenPoolConfiguration', { PoolUuid })).toMatchObject({
      said: expect.stringContaining('does not know this pool'),
    })
    expect(await join('192.0.2.99')).toMatchObject({ said: expect.stringContaining('192.0.2.99') })
    expect(await auditActions()).toEqual([])
  })

  it('joins, keeps its settings and leaves, and the audit trail says so without a secret', async () => {
    const joined = await join()
    expect(joined).toMatchObject({
      kind: 'success',
      values: { id: expect.stringMatching(/^\d+$/) },
    })
    expect(await join()).toEqual(joined)
    const pair =
      '<b:KeyValueOfstringstring><b:Key>OptimizationMode</b:Key><b:Value>1</b:Value></b:KeyValueOfstringstring>'
    const set = { OptimizationParms: pair }
    expect(await ask('SetXenPoolConfiguration', set)).toMatchObject({ kind: 'success' })
    expect(await ask('GetXenPoolConfiguration')).toMatchObject({
      values: { OptimizationMode: '1' },
    })
    expect(await ask('RemoveXenServer')).toMatchObject({ kind: 'success' })
    expect(await ask('RemoveXenServer')).toMatchObject({ kind: 'success' })
    expect(await ask('GetXenPoolConfiguration')).toMatchObject({ kind: 'failure' })
    const actions = await auditActions()
    expect(actions.map(([action]) => action)).toEqual([
      'pool.wlb-join',
      'pool.wlb-join',
      'pool.wlb-settings',
      'pool.wlb-leave',
    ])
    expect(actions[2]).toEqual(['pool.wlb-settings', 'wlb', { settings: ['OptimizationMode'] }])
    expect(JSON.stringify(actions)).not.toContain('secret')
    await join()
  })

  it('gets a row for each live host, with stars by what is idle and reasons where there are none', async () => {
    const rated = await stars('calm')
    expect(Object.keys(rated).sort()).toEqual(['xen1', 'xen2', 'xen3', 'xen4'])
    expect(rated.xen3).toEqual({ stars: 0, reason: 'xen3 is in maintenance.' })
    expect(rated.xen2).toMatchObject({ stars: 0, reason: expect.stringContaining('other runs on') })
    // Of xen1's 4 pCPUs 3 are used; xen4's are idle but for 0.8.
    expect(rated.xen1!.stars).toBeCloseTo((5 * 1) / 4, 1)
    expect(rated.xen4!.stars).toBeCloseTo((5 * (4 - 0.8 - 0.2)) / 4, 1)
  })

  it('says what is lacking: memory, storage, pCPUs', async () => {
    const reasons = async (guest: string) =>
      Object.fromEntries(
        Object.entries(await stars(guest)).map(([host, { reason }]) => [host, reason]),
      )
    expect((await reasons('large')).xen2).toMatch(/15\.0 GiB of memory free.*takes 40\.0 GiB/)
    const ofLocal = await reasons('local')
    expect(ofLocal).toMatchObject({ xen1: expect.stringContaining('storage'), xen2: 'None' })
    // Domain-0 leaves 3 of xen2's pCPUs, `other` uses one of them, and 0.3 stay idle.
    const ofBusy = await reasons('busy')
    expect(ofBusy).toMatchObject({ xen2: expect.stringContaining('2.00 pCPUs idle'), xen4: 'None' })
  })

  it('gets no stars for a guest that was not measured', async () => {
    expect(await ask('VMGetRecommendations', { VmUuid: uuidOf('off') })).toMatchObject({
      code: 'WLB_INTERNAL_ERROR',
      said: expect.stringContaining('Nothing is known'),
    })
  })

  it('is told where the guests of a host go, and no more', async () => {
    const HostUuid = uuidOf('xen1')
    const reading = await ask('HostGetRecommendations', { HostUuid })
    expect(reading).toMatchObject({ kind: 'success' })
    const { rows } = reading as Extract<Reading, { kind: 'success' }>
    const places = Object.fromEntries(rows.map(({ guest, host }) => [nameOf(guest), nameOf(host)]))
    // xen2 has no room for one and the other of a pair for the other; xen3 is in maintenance.
    expect(places).toEqual({ calm: 'xen4', busy: 'xen4' })
  })

  it('is advised no moves, as long as none were decided', async () => {
    expect(await ask('GetOptimizationRecommendations')).toMatchObject({ kind: 'success', rows: [] })
  })

  it('is refused advice that would rest on old figures', async () => {
    const { db } = client.api.deps
    const where = { id: poolId }
    const { inventoryAt } = await db.pool.findUniqueOrThrow({ where })
    await db.pool.update({ where, data: { inventoryAt: new Date(Date.now() - 16 * 60_000) } })
    const asked = await ask('VMGetRecommendations', { VmUuid: uuidOf('busy') })
    expect(asked).toMatchObject({ said: expect.stringContaining('too old') })
    await db.pool.update({ where, data: { inventoryAt } })
    // Where the hosts are silent, each has no stars, and XAPI chooses by itself.
    const { hosts } = await db.poolWatch.findUniqueOrThrow({ where: { poolId } })
    const silent = Object.fromEntries(
      Object.entries(hosts as Record<string, object>).map(([uuid, host]) => [
        uuid,
        { ...host, readAt: nowSeconds() - 900 },
      ]),
    )
    await db.poolWatch.update({ where: { poolId }, data: { hosts: silent } })
    for (const { stars: given, reason } of Object.values(await stars('busy'))) {
      expect(given).toBe(0)
      expect(reason).toMatch(/not known now|maintenance/)
    }
    await db.poolWatch.update({ where: { poolId }, data: { hosts: hosts! } })
  })
})

describe('a guest that is yet to come', () => {
  const place = (body: object) =>
    client.call(contract.placeGuest, {
      params: { id: poolId },
      body: { memoryMiB: 1024, vCpus: 1, ...body },
    })

  it('gets the hosts by what stays idle, with reasons', async () => {
    const { hosts } = expectStatus(await place({}), 200)
    expect(hosts.map(({ name }: { name: string }) => name)).toEqual([
      'xen4',
      'xen2',
      'xen1',
      'xen3',
    ])
    expect(hosts[0]).toMatchObject({ suits: true, reason: null })
    expect(hosts[0].idlePCpus).toBeCloseTo(4 - 0.8 - 1, 1)
    // One pCPU of xen1 is idle, and 0.3 of what Domain-0 leaves of it shall stay so.
    expect(hosts[2]).toMatchObject({ suits: false, reason: expect.stringContaining('pCPUs idle') })
    expect(hosts[3].reason).toContain('maintenance')
    const little = expectStatus(await place({ usePCpus: 0.1 }), 200)
    expect(little.hosts.filter(({ suits }: { suits: boolean }) => suits)).toHaveLength(3)
  })

  it('stays apart from others, near its storage, and asks for nothing that is not there', async () => {
    const apart = expectStatus(await place({ apartFrom: [uuidOf('large')] }), 200)
    const xen4 = apart.hosts.find(({ name }: { name: string }) => name === 'xen4')
    expect(xen4.reason).toContain('large runs on xen4')
    const huge = expectStatus(await place({ memoryMiB: 1_000_000 }), 200)
    expect(huge.hosts.every(({ suits }: { suits: boolean }) => !suits)).toBe(true)
    const storageUuids = ['00000000-0000-4000-8000-000000000000']
    expect(await place({ storageUuids })).toMatchObject({ status: 422 })
  })
})

it('runs as a process of its own, without the keys of others', async () => {
  const { config } = client.api.deps
  const port = await freePort()
  const entry = path.join(import.meta.dirname, '../../main-wlb.ts')
  const env = {
    DATABASE_URL: config.databaseUrl,
    STEELYARD_AUDIT_KEY: config.auditKey,
    STEELYARD_DATA_DIR: config.dataDir,
    STEELYARD_LOG_LEVEL: 'error',
    STEELYARD_WLB_PORT: String(port),
    STEELYARD_WLB_HOST: '127.0.0.1',
    STEELYARD_WLB_PASSWORD: ACCOUNT.password,
    STEELYARD_WLB_CERTIFICATE: certificate,
    STEELYARD_WLB_KEY: key,
  }
  const child = startProcess(entry, env, ['ignore', 'inherit', 'inherit', 'ipc'])
  try {
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`It ended with ${code} before it was ready.`)
    })
    await Promise.race([once(child, 'message'), ended])
    expect(
      await ask('GetOptimizationRecommendations', {}, { port, account: ACCOUNT }),
    ).toMatchObject({ kind: 'success' })
    const gone = once(child, 'exit')
    ended.catch(() => {})
    child.kill('SIGTERM')
    expect(await gone).toEqual([0, null])
  } finally {
    child.kill('SIGKILL')
  }
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done))
  const { port } = probe.address() as AddressInfo
  await new Promise((done) => probe.close(done))
  return port
}
