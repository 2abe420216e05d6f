import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { serviceEnvironments } from './services.ts'
import { readSettings } from './settings.ts'

const inherited = {
  PATH: '/bin',
  DATABASE_URL: 'postgresql://outer',
  STEELYARD_SECRET_KEY: 'the key',
  STEELYARD_SESSION_SECRET: 'the session secret',
  STEELYARD_SMTP_URL: 'smtp://user:password@mail.example.org',
  STEELYARD_AUDIT_KEY: 'the audit key',
}
const database = 'postgresql://inner'
const settings = { ...readSettings({ ...inherited, DATABASE_URL: '' }), host: '0.0.0.0' }
const environments = serviceEnvironments(settings, database, inherited)

test('each service gets the secrets that it uses', () => {
  const holders = (name: string) =>
    Object.entries(environments).flatMap(([service, env]) => (env[name] ? [service] : []))
  expect(holders('STEELYARD_SECRET_KEY')).toEqual(['agent'])
  expect(holders('STEELYARD_SESSION_SECRET')).toEqual(['api'])
  expect(holders('STEELYARD_SMTP_URL')).toEqual(['api'])
  expect(holders('STEELYARD_AUDIT_KEY')).toEqual(['api', 'worker', 'agent'])
  expect(holders('DATABASE_URL')).toEqual(['api', 'worker', 'agent'])
})

test('a secret that is given as a file reaches its services alone, and not as a file', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'steelyard-services-')), 'key')
  writeFileSync(file, 'a key from a file\n')
  const env = { STEELYARD_SECRET_KEY_FILE: file }
  const { agent, api } = serviceEnvironments(readSettings(env), database, env)
  expect(agent.STEELYARD_SECRET_KEY).toBe('a key from a file')
  expect(JSON.stringify(api)).not.toContain('a key from a file')
  for (const service of [agent, api])
    expect(service).not.toHaveProperty('STEELYARD_SECRET_KEY_FILE')
  rmSync(path.dirname(file), { recursive: true })
})

test('the workload balancer runs only where it has a port, and has no keys of others', () => {
  expect(environments).not.toHaveProperty('wlb')
  const env = {
    ...inherited,
    STEELYARD_WLB_PORT: '8012',
    STEELYARD_WLB_PASSWORD: 'what XAPI says',
    STEELYARD_WLB_KEY: 'its key',
    STEELYARD_S3_BUCKET: 'files',
    STEELYARD_METRICS_PORT: '9464',
  }
  const { wlb, api } = serviceEnvironments(readSettings(env), database, env)
  expect(wlb).toMatchObject({ STEELYARD_WLB_PASSWORD: 'what XAPI says', DATABASE_URL: database })
  expect(wlb?.STEELYARD_METRICS_PORT).toBe('9467')
  expect(JSON.stringify(api)).not.toMatch(/what XAPI says|its key/)
  for (const name of ['SECRET_KEY', 'SESSION_SECRET', 'SMTP_URL', 'S3_BUCKET'])
    expect(wlb?.[`STEELYARD_${name}`]).toBeUndefined()
})

test('a given key is used as it is', () => {
  expect(environments.agent.STEELYARD_SECRET_KEY).toBe('the key')
})

test('only the dashboard is run from its sources, and only on request', () => {
  const modes = (reload?: boolean) =>
    Object.values(serviceEnvironments(settings, database, inherited, reload)).map(
      ({ NODE_ENV }) => NODE_ENV,
    )
  expect(modes()).toEqual(Array(4).fill('production'))
  expect(modes(true)).toEqual([...Array(3).fill('production'), 'development'])
})

test('services get the database that was chosen, not the one in the environment', () => {
  expect(environments.worker.DATABASE_URL).toBe(database)
})

test('the gateway finds an API that listens on every address', () => {
  expect(environments.web.STEELYARD_API_URL).toBe('http://127.0.0.1:4000')
})

test.each([
  ['0.0.0.0', 'loopback, 0.0.0.0'],
  ['192.0.2.7', 'loopback, 192.0.2.7'],
  ['localhost', 'loopback'],
])('the API on %s trusts the gateway beside it', (host, gateways) => {
  const { api } = serviceEnvironments({ ...settings, host }, database, inherited)
  expect(api.STEELYARD_GATEWAYS).toBe(gateways)
})

test('each process that has metrics serves them on a separate port', () => {
  const { api, worker, agent } = serviceEnvironments(settings, database, {
    STEELYARD_METRICS_PORT: '9464',
  })
  const ports = [api, worker, agent].map((env) => env.STEELYARD_METRICS_PORT)
  expect(ports).toEqual(['9464', '9465', '9466'])
})
