import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { probeCertificate } from '../connection/probe-certificate.ts'
import {
  type PoolDouble,
  type PoolDoubleOptions,
  poolDouble,
  selfSigned,
} from '../testing/index.ts'
import { openPool, withPool } from './open-pool.ts'
import type { PoolOptions } from './xapi-pool.ts'

const opened: PoolDouble[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()))
})

async function start(options?: PoolDoubleOptions): Promise<PoolDouble> {
  const double = await poolDouble(options)
  opened.push(double)
  return double
}

const ask = (options: PoolOptions) =>
  withPool(options, (pool) => pool.call('pool.get_all', [], z.array(z.string())))
const methods = (double: PoolDouble) => double.seen.map(({ host, method }) => [host, method])

test('logs in with originator and User-Agent, and always logs out', async () => {
  const double = await start()
  await ask(double.options)
  expect(methods(double)).toEqual([
    [0, 'session.login_with_password'],
    [0, 'pool.get_all'],
    [0, 'session.logout'],
  ])
  expect(double.seen[0]!.params.slice(2)).toEqual(['1.0', 'steelyard'])
  expect(double.seen.every(({ userAgent }) => userAgent === 'steelyard')).toBe(true)
  await expect(
    withPool(double.options, async (pool) => {
      await pool.call('pool.get_all', [], z.array(z.string()))
      throw new Error('the work failed')
    }),
  ).rejects.toThrow('the work failed')
  expect(double.sessions.open).toEqual([])
})

test('calls that come together share one session', async () => {
  const double = await start()
  await withPool(double.options, async (pool) => {
    await Promise.all([1, 2, 3].map(() => pool.call('host.get_all', [], z.array(z.string()))))
    expect(double.sessions.open).toHaveLength(1)
    expect(pool.callsMade).toBe(4)
  })
})

test('a wrong password is tried once, at one member', async () => {
  const double = await start()
  await expect(ask({ ...double.options, password: 'wrong' })).rejects.toMatchObject({
    code: 'auth-failed',
    xapiCode: 'SESSION_AUTHENTICATION_FAILED',
  })
  expect(double.seen).toHaveLength(1)
})

test('the certificate of a member is pinned: with another nothing is sent', async () => {
  const double = await start({ hosts: 1 })
  const [member] = double.members
  const probed = await probeCertificate(member!)
  expect(probed).toMatchObject({ fingerprint: member!.fingerprint, subject: 'CN=host1' })
  expect(probed.validTo > probed.validFrom).toBe(true)
  double.servers[0]!.changeCertificate()
  await expect(ask(double.options)).rejects.toMatchObject({ code: 'certificate-changed' })
  expect(double.seen).toEqual([])
})

test('a fingerprint may stand without colons, and must be one', async () => {
  const double = await start({ hosts: 1 })
  const [member] = double.members
  const plain = member!.fingerprint.replaceAll(':', '').toLowerCase()
  await ask({ ...double.options, members: [{ ...member!, fingerprint: plain }] })
  const bad = { ...member!, fingerprint: 'AB:CD' }
  expect(() => openPool({ ...double.options, members: [bad] })).toThrow('not a SHA-256')
  expect(selfSigned('a').cert).not.toBe(selfSigned('a').cert)
})

test('a member names the coordinator, which is asked only where it is pinned', async () => {
  const double = await start({ hosts: 3 })
  const [first, second] = double.members
  await ask({ ...double.options, members: [second!, first!] })
  expect(methods(double).slice(0, 2)).toEqual([
    [1, 'session.login_with_password'],
    [0, 'session.login_with_password'],
  ])
  await expect(ask({ ...double.options, members: [second!] })).rejects.toMatchObject({
    code: 'coordinator-not-pinned',
    parameters: [first!.address],
  })
})

test('an address that is not allowed is never connected to', async () => {
  const double = await start({ hosts: 1 })
  const resolve = async () => {
    throw new Error('not allowed')
  }
  await expect(ask({ ...double.options, resolve })).rejects.toThrow('not allowed')
  expect(double.seen).toEqual([])
})

test('a read whose session ended is made once more under a new one, and a change is not', async () => {
  const double = await start()
  await withPool(double.options, async (pool) => {
    await pool.call('pool.get_all', [], z.array(z.string()))
    double.sessions.endAll()
    await pool.call('pool.get_all', [], z.array(z.string()))
    double.sessions.endAll()
    const guest = double.state.guestNamed('guest1')
    const change = () => pool.call('VM.set_name_description', [guest, 'new'], z.unknown())
    await expect(change()).rejects.toMatchObject({ code: 'session-ended' })
    await change()
  })
  expect(double.seen.filter(({ method }) => method.includes('login'))).toHaveLength(3)
})

test('a coordinator that changed is found again', async () => {
  const double = await start({ hosts: 3 })
  await withPool(double.options, async (pool) => {
    await pool.call('pool.get_all', [], z.array(z.string()))
    expect(pool.coordinator).toMatchObject({ address: double.members[0]!.address })
    double.changeCoordinator(2)
    await pool.call('pool.get_all', [], z.array(z.string()))
    expect(pool.coordinator).toMatchObject({ address: double.members[2]!.address })
  })
  expect(double.sessions.open).toEqual([])
})

test('refusals have the code of XAPI first', async () => {
  const double = await start({
    accounts: [{ user: 'reader', password: 'x', role: 'read-only' }],
  })
  const guest = double.state.guestNamed('guest1')
  await withPool(double.options, async (pool) => {
    await expect(
      pool.call('VM.add_to_VCPUs_params', [guest, 'weight', '5'], z.unknown()),
    ).rejects.toMatchObject({ code: 'permission-denied', xapiCode: 'RBAC_PERMISSION_DENIED' })
    await expect(pool.call('VM.get_record', ['OpaqueRef:x'], z.unknown())).rejects.toMatchObject({
      code: 'refused',
      message: 'XAPI refused VM.get_record: HANDLE_INVALID VM OpaqueRef:x',
    })
    await expect(pool.call('pool.get_all', [], z.number())).rejects.toMatchObject({
      code: 'unexpected-answer',
    })
  })
})

test('a budget bounds the calls', async () => {
  const double = await start()
  const scarce = { ...double.options, callsPerMinute: 1, callSeconds: 1 }
  await withPool(scarce, async (pool) => {
    const call = () => pool.call('pool.get_all', [], z.array(z.string()))
    await expect(Promise.all(Array.from({ length: 30 }, call))).rejects.toMatchObject({
      code: 'budget-spent',
    })
    expect(pool.callsMade).toBe(20)
  })
})
