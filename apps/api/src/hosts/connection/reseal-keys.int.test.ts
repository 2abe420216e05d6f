import { randomBytes } from 'node:crypto'
import * as contract from '@steelyard/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { expectStatus, type HostClient, startHostClient } from '../testing/host-client.ts'
import { AGENT_APPLICATION_NAME, resealKeys } from './reseal-keys.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

async function enrolled(): Promise<string> {
  return (await client.enrol(await client.startDouble())).id
}

/** Reads the host with the key that the agent has now. Returns the code of the error, if any. */
async function read(id: string): Promise<string | null> {
  const { job } = expectStatus(await client.call(contract.discoverHost, { params: { id } }), 202)
  const { error } = await waitForJob(client.api.deps, job.id)
  return (error as contract.Trouble | null)?.code ?? null
}

const rotations = () =>
  client.api.deps.db.auditEvent.findMany({
    where: { action: 'installation.rotate-key' },
    orderBy: { sequence: 'asc' },
  })

it('seals every key anew: the new secret key opens them all, and the old one none', async () => {
  const { config, db } = client.api.deps
  const hosts = [await enrolled(), await enrolled()]
  const [from, to] = [config.secretKey, randomBytes(32)]
  expect(await resealKeys(db, { from, to })).toBe(2)
  expect(await Promise.all(hosts.map(read))).toEqual(['key-unreadable', 'key-unreadable'])
  config.secretKey = to
  expect(await Promise.all(hosts.map(read))).toEqual([null, null])
  expect(await resealKeys(db, { from, to })).toBe(0)
  expect(await Promise.all(hosts.map(read))).toEqual([null, null])
  expect(await rotations()).toMatchObject([
    { actorKind: 'system', actorName: 'command-line', detail: { keys: 2 } },
    { detail: { keys: 0 } },
  ])
})

it('changes nothing when one of the keys does not open', async () => {
  const { config, db } = client.api.deps
  const [good, bad] = [await enrolled(), await enrolled()]
  const privateKeySealed = new Uint8Array(randomBytes(200))
  await db.sshAccess.update({ where: { hostId: bad }, data: { privateKeySealed } })
  const before = await rotations()
  const rotation = resealKeys(db, { from: config.secretKey, to: randomBytes(32) })
  await expect(rotation).rejects.toThrow('127.0.0.1 cannot be opened')
  expect(await read(good)).toBeNull()
  expect(await rotations()).toEqual(before)
  await db.sshAccess.delete({ where: { hostId: bad } })
})

it('waits until no agent is connected, because that would seal under the old key', async () => {
  const { config, db } = client.api.deps
  const agent = new pg.Client({
    connectionString: config.databaseUrl,
    application_name: AGENT_APPLICATION_NAME,
  })
  await agent.connect()
  const keys = { from: config.secretKey, to: randomBytes(32) }
  await expect(resealKeys(db, keys)).rejects.toThrow('An agent is running')
  await agent.end()
})
