import * as contract from '@steelyard/contract'
import { domainNamed, happenings, sampleHost } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { expectStatus, type HostClient, install, startHostClient } from '../testing/host-client.ts'

let client: HostClient
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(() => client.close())

const run = async (reply: ReturnType<HostClient['call']>) => {
  const { host, job } = expectStatus(await reply, 202)
  const ended = await waitForJob(client.api.deps, job.id)
  return { job: ended, host: await client.get(host.id) }
}
const confirm = (id: string, fingerprint: string | null) =>
  client.call(contract.confirmHostKey, { params: { id }, body: { fingerprint } })
const discover = (id: string) => run(client.call(contract.discoverHost, { params: { id } }))
const accessOf = (hostId: string) =>
  client.api.deps.db.sshAccess.findUniqueOrThrow({ where: { hostId } })

/** Provides an enrolled host and its double. */
async function enrolled(options?: Parameters<HostClient['startDouble']>[0]) {
  const double = await client.startDouble(options)
  const host = await client.enrol(double)
  expect(host.connection).toMatchObject({ state: 'connected', trouble: null })
  return { double, id: host.id }
}

describe('enrolling', () => {
  it('shows the host key and a new key of its own, before any authentication', async () => {
    const double = await client.startDouble({ username: 'steelyard' })
    const { connection, id, jobId } = await client.probe(double)
    expect(connection).toMatchObject({
      state: 'awaiting-confirmation',
      offeredFingerprint: double.hostKeyFingerprint,
      pinnedFingerprint: null,
      trouble: null,
    })
    expect(jobId).toBeNull()
    expect(connection.authorizedKeysLine).toMatch(/restrict.* ssh-ed25519 AAAA\S+ steelyard$/)
    expect(connection.sudoersSnippet).toContain('steelyard ALL')
    expect(connection.gate?.script).toContain('xl')
    expect(double.authenticationAttempts).toBe(0)
    const other = await client.probe(await client.startDouble())
    expect(other.connection.authorizedKeysLine).not.toBe(connection.authorizedKeysLine)
    expect(other.connection.sudoersSnippet).toBeNull()
    expect((await accessOf(id)).pinnedFingerprint).toBeNull()
  })

  it('409: pins no key other than the one shown, and only while one is waiting', async () => {
    const double = await client.startDouble()
    const host = await client.probe(double)
    const wrong = await confirm(host.id, `SHA256:${'A'.repeat(43)}`)
    expect(wrong).toMatchObject({ status: 409, body: { code: 'fingerprint-differs' } })
    install(double, host)
    const right = await run(confirm(host.id, `${host.connection.offeredFingerprint}=`))
    expect(right.host.connection.state).toBe('connected')
    const again = await confirm(host.id, host.connection.offeredFingerprint)
    expect(again).toMatchObject({ status: 409, body: { code: 'nothing-to-confirm' } })
  })

  it('reads scheduler, pools and domains of a credit2 host through sudo', async () => {
    const { double, id } = await enrolled({ host: sampleHost('credit2'), username: 'steelyard' })
    expect(await client.get(id)).toMatchObject({
      scheduler: 'credit2',
      schedulerParameters: [{ cpupool: 'Pool-0', scheduler: 'credit2' }],
      xenVersion: expect.stringMatching(/^4\./),
      domains: [{ name: 'Domain-0', xenId: 0 }, { name: 'vm1' }, { name: 'vm2' }, { name: 'vm3' }],
    })
    expect(double.commands.every((line) => line.startsWith('sudo -n xl '))).toBe(true)
    await client.expectRecordOf(double, id)
  })

  it('states what to install when the host refuses the key, and connects once that is done', async () => {
    const double = await client.startDouble()
    const host = await client.probe(double)
    const refused = await run(confirm(host.id, host.connection.offeredFingerprint))
    expect(refused.job).toMatchObject({ state: 'failed', error: { code: 'auth-failed' } })
    expect(refused.host.connection).toMatchObject({
      state: 'failing',
      trouble: { code: 'auth-failed', fix: expect.stringContaining('authorized_keys') },
    })
    install(double, host)
    const { connection } = (await discover(host.id)).host
    expect(connection).toMatchObject({ state: 'connected', trouble: null })
  })

  it('shows the sudoers rules as the fix where sudo refuses', async () => {
    const double = await client.startDouble({ username: 'steelyard', sudoAllows: /^nothing$/ })
    const { connection } = await client.enrol(double)
    expect(connection).toMatchObject({
      state: 'failing',
      trouble: { code: 'permission-denied', fix: expect.stringContaining('sudoers') },
      sudoersSnippet: expect.stringContaining('NOPASSWD'),
    })
  })

  it('reports that nothing answers', async () => {
    const double = await client.startDouble()
    const { id } = await client.probe(double)
    const body = { address: '127.0.0.1', port: 1, username: 'root' }
    const { host, job } = await run(client.call(contract.connectHost, { params: { id }, body }))
    expect(job).toMatchObject({ state: 'failed', attempts: 1 })
    expect(host.connection).toMatchObject({
      state: 'failing',
      port: 1,
      offeredFingerprint: null,
      authorizedKeysLine: null,
      trouble: { code: 'unreachable', fix: expect.stringContaining('firewall') },
    })
  })

  it('forgets key and pin when restarted or disconnected', async () => {
    const { double, id } = await enrolled()
    const before = await accessOf(id)
    const body = { address: '127.0.0.1', port: double.port, username: 'root' }
    const again = await run(client.call(contract.connectHost, { params: { id }, body }))
    expect(again.host.connection).toMatchObject({
      state: 'awaiting-confirmation',
      pinnedFingerprint: null,
    })
    const after = await accessOf(id)
    expect(after.publicKey).not.toBe(before.publicKey)
    expect((await client.call(contract.disconnectHost, { params: { id } })).status).toBe(204)
    expect(await client.api.deps.db.sshAccess.count({ where: { hostId: id } })).toBe(0)
    expect(await client.get(id)).toMatchObject({
      connection: { state: 'none', address: null, authorizedKeysLine: null },
      scheduler: 'credit',
    })
  })

  it('is not left half-connected when its job was cancelled', async () => {
    const double = await client.startDouble()
    const { id } = await client.probe(double)
    await client.api.deps.db.sshAccess.update({
      where: { hostId: id },
      data: { state: 'connecting', pinnedFingerprint: double.hostKeyFingerprint },
    })
    expect((await client.get(id)).connection).toMatchObject({
      state: 'failing',
      trouble: { code: 'interrupted' },
    })
  })
})

describe('an enrolled host', () => {
  it('with another host key is refused before authentication, and nothing is run', async () => {
    const { double, id } = await enrolled()
    const pinned = double.hostKeyFingerprint
    double.changeHostKey()
    const [attempts, commands] = [double.authenticationAttempts, double.commands.length]
    const { connection } = (await discover(id)).host
    expect(connection).toMatchObject({ state: 'failing', trouble: { code: 'host-key-changed' } })
    expect(connection.trouble?.message).toContain(pinned)
    expect(connection.trouble?.message).toContain(double.hostKeyFingerprint)
    expect(connection.trouble?.fix).toContain('enrol it again')
    expect(connection).toMatchObject({
      pinnedFingerprint: pinned,
      offeredFingerprint: double.hostKeyFingerprint,
    })
    expect(double.authenticationAttempts).toBe(attempts)
    expect(double.commands).toHaveLength(commands)
  })

  it('that presents its pinned key again no longer shows another one', async () => {
    const { double, id } = await enrolled()
    const offeredFingerprint = `SHA256:${'A'.repeat(43)}`
    const data = { state: 'failing', offeredFingerprint }
    await client.api.deps.db.sshAccess.update({ where: { hostId: id }, data })
    expect((await discover(id)).host.connection).toMatchObject({
      state: 'connected',
      offeredFingerprint: double.hostKeyFingerprint,
    })
  })

  it('is read again on demand: changed weights, gone, new and restarted domains', async () => {
    const { double, id } = await enrolled()
    const targets = [{ domain: 'vm2', responseTimeMs: 40, throughputPerSecond: null }]
    await client.call(contract.setDomainTargets, { params: { id }, body: { targets } })
    happenings.setWeight(double.host, 'vm1', 700)
    happenings.destroy(double.host, 'vm2')
    happenings.recreate(double.host, 'vm3')
    const { domains } = (await discover(id)).host
    const named = (name: string) => domains.find((domain) => domain.name === name)
    expect(named('vm1')).toMatchObject({ weight: 700, gone: false })
    expect(named('vm2')).toMatchObject({ gone: true, xenId: null, target: { responseTimeMs: 40 } })
    const { uuid, id: xenId } = domainNamed(double.host, 'vm3')
    expect(named('vm3')).toMatchObject({ xenUuid: uuid, xenId, gone: false })
  })

  it('keeps the later of two overlapping readings', async () => {
    const { double, id } = await enrolled()
    const late = new Date(Date.now() + 3_600_000)
    await client.api.deps.db.host.update({ where: { id }, data: { inventoryAt: late } })
    happenings.setWeight(double.host, 'vm1', 700)
    const { domains } = (await discover(id)).host
    expect(domains.find(({ name }) => name === 'vm1')?.weight).toBe(256)
  })

  it('reports that a host answers with noise that the database would not store', async () => {
    const { double, id } = await enrolled()
    double.faults = { garbageOn: 'sched-credit' }
    const { host, job } = await discover(id)
    expect(job).toMatchObject({ state: 'failed', error: { code: 'unexpected-answer' } })
    expect(host.connection).toMatchObject({
      state: 'failing',
      trouble: { code: 'unexpected-answer' },
    })
  })

  it('reports that its key cannot be unsealed', async () => {
    const { id } = await enrolled()
    const { privateKeySealed } = await accessOf((await enrolled()).id)
    await client.api.deps.db.sshAccess.update({
      where: { hostId: id },
      data: { privateKeySealed },
    })
    const { host, job } = await discover(id)
    expect(job).toMatchObject({ state: 'failed', attempts: 1, error: { code: 'key-unreadable' } })
    expect(host.connection.trouble?.fix).toContain('STEELYARD_SECRET_KEY')
  })
})

describe('the private key', () => {
  it('cannot be opened for another host to which its whole row was moved', async () => {
    const [{ id }, { id: other }] = [await enrolled(), await enrolled()]
    const { db } = client.api.deps
    await db.sshAccess.delete({ where: { hostId: other } })
    await db.sshAccess.update({ where: { hostId: id }, data: { hostId: other } })
    expect((await discover(other)).job).toMatchObject({ error: { code: 'key-unreadable' } })
  })

  it('is sealed in the database and never shown', async () => {
    const { double, id } = await enrolled()
    const row = await accessOf(id)
    const sealed = Buffer.from(row.privateKeySealed!)
    expect(sealed.length).toBeGreaterThan(200)
    for (const text of ['PRIVATE KEY', 'openssh-key-v1', 'steelyard']) {
      expect(sealed.includes(text)).toBe(false)
    }
    await expectNowhereInTheDatabase('PRIVATE KEY')
    const { body } = await client.call(contract.getHost, { params: { id } })
    expect(JSON.stringify(body)).not.toMatch(/PRIVATE|sealed/i)
    expect(double.authorisedKeys.size).toBe(1)
  })
})

/** Expects the text in no column of any table; bytes are read as text. */
async function expectNowhereInTheDatabase(text: string): Promise<void> {
  const { db } = client.api.deps
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`
  expect(tables.length).toBeGreaterThan(15)
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<unknown[]>(
      `SELECT 1 FROM ${name} t WHERE t::text LIKE $1 OR t::text LIKE $2 LIMIT 1`,
      `%${text}%`,
      `%${Buffer.from(text).toString('hex')}%`,
    )
    expect(rows, name).toEqual([])
  }
}
