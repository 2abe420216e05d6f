import * as contract from '@steelyard/contract'
import type { XenHostDouble } from '@steelyard/xen/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openText } from '../../access/sealed-text.ts'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { sealedFor } from '../ssh-access.ts'
import {
  expectStatus,
  type HostClient,
  installGuestKey,
  startHostClient,
} from '../testing/host-client.ts'

let client: HostClient
let hostId: string
beforeAll(async () => {
  client = await startHostClient()
  hostId = (await client.enrol(await client.startDouble())).id
})
afterAll(() => client.close())

const startGuest = () => client.startDouble({ username: 'www', speed: 20 })
const domain = async (name = 'vm1'): Promise<contract.Domain> =>
  (await client.get(hostId)).domains.find((found) => found.name === name)!
const paramsOf = async (name = 'vm1') => ({ id: hostId, domainId: (await domain(name)).id })
const accessTo = (guest: XenHostDouble) => ({
  address: '127.0.0.1',
  port: guest.port,
  username: guest.username,
  path: '/var/log/apache2/access.log',
})

async function set(
  guest: XenHostDouble,
  name = 'vm1',
  access: object = {},
): Promise<contract.GuestLog> {
  const body = { ...accessTo(guest), ...access }
  const reply = await client.call(contract.setGuestLog, { params: await paramsOf(name), body })
  await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
  return (await domain(name)).guestLog!
}

async function confirm(fingerprint: string | null, name = 'vm1'): Promise<contract.GuestLog> {
  const params = await paramsOf(name)
  const reply = await client.call(contract.confirmGuestLog, { params, body: { fingerprint } })
  await waitForJob(client.api.deps, expectStatus(reply, 202).job.id)
  return (await domain(name)).guestLog!
}

describe('a guest’s access log', () => {
  it('202: is set up with a key of its own, confirmed, tried, and forgotten again', async () => {
    const guest = await startGuest()
    const waiting = await set(guest, 'vm1', { logFormat: '%h %D' })
    expect(waiting).toMatchObject({
      state: 'awaiting-confirmation',
      offeredFingerprint: guest.hostKeyFingerprint,
      pinnedFingerprint: null,
      logFormat: '%h %D',
      trouble: null,
    })
    expect(guest.authenticationAttempts).toBe(0)
    expect(waiting.authorizedKeysLine).toMatch(
      /no-pty,command="[^"]* tail -n \$n -F \/var\/log\/apache2\/access\.log" ssh-ed25519 \S+ steelyard-log$/,
    )
    expect(waiting.authorizedKeysLine).not.toContain(
      (await client.get(hostId)).connection.authorizedKeysLine!.split(' ').at(-2),
    )
    installGuestKey(guest, waiting)
    expect(await confirm(guest.hostKeyFingerprint)).toMatchObject({
      state: 'ready',
      pinnedFingerprint: guest.hostKeyFingerprint,
    })
    const params = await paramsOf()
    expect((await client.call(contract.removeGuestLog, { params })).status).toBe(204)
    expect((await domain()).guestLog).toBeNull()
    const events = await client.api.deps.db.auditEvent.findMany({
      where: { targetId: hostId, action: { contains: 'guest' } },
      orderBy: { sequence: 'asc' },
    })
    expect(events.map(({ action, detail }) => [action, detail])).toMatchObject([
      ['host.set-guest-log', { domain: 'vm1', username: 'www', port: guest.port }],
      ['host.pin-guest-key', { fingerprint: guest.hostKeyFingerprint }],
      ['host.remove-guest-log', { domain: 'vm1' }],
    ])
  })

  it('seals the private key for its own row, and shows it nowhere', async () => {
    await set(await startGuest())
    const { db, config } = client.api.deps
    const row = await db.sshAccess.findFirstOrThrow({
      where: { guestLog: { domain: { name: 'vm1', hostId } } },
    })
    const clear = openText(config.secretKey, sealedFor(row), row.privateKeySealed!)
    expect(clear).toContain('PRIVATE KEY')
    for (const moved of [{ id: hostId }, { guestLogId: hostId }]) {
      const elsewhere = sealedFor({ ...row, ...moved })
      expect(() => openText(config.secretKey, elsewhere, row.privateKeySealed!)).toThrow()
    }
    expect(Buffer.from(row.privateKeySealed!).toString('latin1')).not.toContain('PRIVATE')
    const shown = JSON.stringify(await client.get(hostId))
    expect(shown).not.toContain('PRIVATE')
    expect(shown).not.toContain(Buffer.from(row.privateKeySealed!).toString('base64').slice(0, 20))
    const events = await db.auditEvent.findMany({ select: { detail: true } })
    expect(JSON.stringify([events, await db.job.findMany()])).not.toContain('PRIVATE')
  })

  it('states what to do where the line is not installed, and can be tried again', async () => {
    const guest = await startGuest()
    const waiting = await set(guest)
    expect(await confirm(guest.hostKeyFingerprint)).toMatchObject({
      state: 'failing',
      trouble: { code: 'auth-failed', fix: expect.stringContaining('authorized_keys') },
    })
    installGuestKey(guest, waiting)
    expect(await confirm(guest.hostKeyFingerprint)).toMatchObject({ state: 'ready', trouble: null })
  })

  it('reports a log that does not exist, and a guest that does not answer', async () => {
    const guest = await startGuest()
    installGuestKey(guest, await set(guest))
    guest.faults = { withoutLog: true }
    expect(await confirm(guest.hostKeyFingerprint)).toMatchObject({
      state: 'failing',
      trouble: { code: 'command-failed' },
    })
    expect(await set(guest, 'vm1', { port: 1 })).toMatchObject({
      state: 'failing',
      trouble: { code: 'unreachable' },
    })
  })

  it('sends nothing to a guest that presents another key, and shows both', async () => {
    const guest = await startGuest()
    installGuestKey(guest, await set(guest))
    const pinned = guest.hostKeyFingerprint
    await confirm(pinned)
    guest.changeHostKey()
    const attempts = guest.authenticationAttempts
    expect(await confirm(pinned)).toMatchObject({
      state: 'failing',
      trouble: { code: 'host-key-changed' },
      pinnedFingerprint: pinned,
      offeredFingerprint: guest.hostKeyFingerprint,
    })
    expect(guest.authenticationAttempts).toBe(attempts)
    const body = { fingerprint: guest.hostKeyFingerprint }
    const params = await paramsOf()
    expect(await client.call(contract.confirmGuestLog, { params, body })).toMatchObject({
      status: 409,
      body: { code: 'fingerprint-differs' },
    })
  })

  it('409: refuses a key that was not offered, a missing one, and a domain that is gone', async () => {
    const guest = await startGuest()
    await set(guest)
    const params = await paramsOf()
    const other = { fingerprint: `SHA256:${'A'.repeat(43)}` }
    const refused = await client.call(contract.confirmGuestLog, { params, body: other })
    expect(refused).toMatchObject({ status: 409, body: { code: 'fingerprint-differs' } })
    await client.api.deps.db.sshAccess.updateMany({ data: { offeredFingerprint: null } })
    const nothing = await client.call(contract.confirmGuestLog, { params, body: other })
    expect(nothing).toMatchObject({ status: 409, body: { code: 'nothing-to-confirm' } })
    const { db } = client.api.deps
    await db.domain.update({ where: { id: params.domainId }, data: { goneAt: new Date() } })
    const gone = await client.call(contract.setGuestLog, { params, body: accessTo(guest) })
    expect(gone).toMatchObject({ status: 409, body: { code: 'domain-gone' } })
    await db.domain.update({ where: { id: params.domainId }, data: { goneAt: null } })
  })

  it('422: refuses Domain-0, which is not a guest', async () => {
    const params = await paramsOf('Domain-0')
    const body = accessTo(await startGuest())
    const reply = await client.call(contract.setGuestLog, { params, body })
    expect(reply).toMatchObject({ status: 422, body: { code: 'not-a-guest' } })
  })

  it('400: names the invalid input', async () => {
    const params = await paramsOf()
    const access = accessTo(await startGuest())
    const bad: [object, string][] = [
      ...['access.log', '/a b', '/a/../b', '/a;reboot', '/-x', '/$(id)', '/a"b', '/', '/a/'].map(
        (path): [object, string] => [{ ...access, path }, 'body.path'],
      ),
      [{ ...access, address: '-oProxyCommand=x' }, 'body.address'],
      [{ ...access, username: 'www -v' }, 'body.username'],
      [{ ...access, logFormat: 'a\u0000b' }, 'body.logFormat'],
    ]
    for (const [body, name] of bad) {
      expect(await client.call(contract.setGuestLog, { params, body })).toMatchObject({
        status: 400,
        body: { invalidParams: [{ name }] },
      })
    }
  })

  it('401, 403 and 404 for anonymous, unprivileged and unknown requests', async () => {
    const params = await paramsOf('vm2')
    const calls: [contract.Endpoint, object | undefined][] = [
      [contract.setGuestLog, accessTo(await startGuest())],
      [contract.confirmGuestLog, { fingerprint: `SHA256:${'A'.repeat(43)}` }],
      [contract.removeGuestLog, undefined],
    ]
    const viewer = await client.api.as('viewer')
    const reader = await client.api.as('operator', ['hosts:read'])
    const nowhere = '01a1fb00-0000-7000-8000-000000000000'
    for (const [endpoint, body] of calls) {
      expect((await client.api.anonymous(endpoint, { params, body })).status).toBe(401)
      expect((await viewer(endpoint, { params, body })).status).toBe(403)
      expect((await reader(endpoint, { params, body })).status).toBe(403)
      for (const wrong of [{ id: nowhere }, { domainId: nowhere }]) {
        const there = { ...params, ...wrong }
        expect((await client.call(endpoint, { params: there, body })).status).toBe(404)
      }
    }
    const { status, body } = await client.call(contract.removeGuestLog, { params })
    expect({ status, code: body.code }).toEqual({ status: 404, code: 'guest-log-not-found' })
  })

  it('counts as stalled when its job ended during a probe', async () => {
    await set(await startGuest())
    const { db } = client.api.deps
    const { domainId } = await paramsOf()
    await db.sshAccess.updateMany({
      where: { guestLog: { domainId } },
      data: { state: 'connecting' },
    })
    expect((await domain()).guestLog).toMatchObject({
      state: 'failing',
      trouble: { code: 'interrupted' },
    })
  })
})
