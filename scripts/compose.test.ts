import { spawnSync } from 'node:child_process'
import { chownSync, mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { LIBRARY, PROGRAMS } from './lib/bundle/programs.ts'
import { nodeFlags, type ServiceName } from './lib/child-process.ts'
import { variables } from './lib/documents/configuration.ts'
import { inRoot } from './lib/paths.ts'
import { chooseDatabaseAccount } from './lib/postgres/database-account.ts'
import { findPostgresPrograms } from './lib/postgres/postgres-binaries.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from './lib/postgres/temporary-data.ts'
import { entryPoints } from './lib/product/services.ts'

type Service = {
  command?: string[]
  depends_on?: Record<string, { condition: string }>
  environment: Record<string, string | number>
  healthcheck?: { test?: string[]; disable?: boolean }
  networks: string[]
  ports?: string[]
  read_only?: boolean
  user?: string
  cap_drop?: string[]
  volumes?: string[]
  mem_limit?: string
  pids_limit?: number
}

const text = readFileSync(inRoot('docker-compose.yml'), 'utf8')
const { services, networks, volumes } = parse(text, { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, unknown>
}
const entries = Object.entries(services)

test('there is a service for the database, its migration, its backup and each process', () => {
  expect(Object.keys(services).sort()).toEqual(
    ['db', 'migrate', 'backup', ...Object.keys(entryPoints)].sort(),
  )
})

test.each(Object.keys(entryPoints))('%s runs what the launcher runs', (name) => {
  const flags = nodeFlags[name as ServiceName]
  expect(services[name]?.command).toEqual(['node', ...flags, `lib/${name}.js`])
})

test('every program that is run is one of the bundle', () => {
  const words = entries.flatMap(([, it]) => [
    ...(it.command ?? []),
    ...(it.healthcheck?.test ?? []),
  ])
  const run = words.filter((word) => word.startsWith('lib/'))
  expect(run).toHaveLength(12)
  const programs = Object.keys(PROGRAMS).map((name) => `${LIBRARY}/${name}.js`)
  for (const each of run) expect(programs).toContain(each)
})

test.each(entries)('%s runs as an ordinary user that can change nothing but its data', (_, it) => {
  expect(it).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(['node', 'postgres']).toContain(it.user)
})

test.each(entries)('%s can use up neither the memory nor the processes of the machine', (_, it) => {
  expect(it.mem_limit).toMatch(/^[1-9]\d*[mg]$/)
  expect(it.pids_limit).toBeGreaterThan(0)
})

const lasting = entries.filter(([name]) => name !== 'migrate' && name !== 'backup')
test.each(lasting)('%s has a health check', (_, it) => {
  expect(it.healthcheck?.test?.[0]).toBe('CMD')
})

test('each service waits for what it needs', () => {
  const waits = (name: string) =>
    Object.entries(services[name]?.depends_on ?? {}).map(([on, { condition }]) => [on, condition])
  for (const name of ['migrate', 'backup']) expect(waits(name)).toEqual([['db', 'service_healthy']])
  for (const name of ['api', 'worker', 'agent', 'wlb']) {
    expect(waits(name)).toEqual([['migrate', 'service_completed_successfully']])
  }
  expect(waits('web')).toEqual([['api', 'service_healthy']])
})

test('no secret has a default: each must be given, or nothing starts', () => {
  const names = /PASSWORD|SECRET|KEY|DATABASE_URL/
  const values = entries.flatMap(([, it]) =>
    Object.entries(it.environment).filter(([name]) => names.test(name)),
  )
  expect(values.length).toBeGreaterThan(5)
  for (const [name, value] of values) {
    // Those of an object store, and of the workload balancer, are for whoever has one.
    const needed = /^STEELYARD_(S3|WLB)_/.test(name)
      ? /^\$\{STEELYARD_(S3|WLB)_[A-Z_]+:-\}$/
      : /:\?[^}]+\}/
    expect(value).toMatch(needed)
  }
})

test('each process has the secrets of its own work only', () => {
  const holders = (name: string) =>
    entries.flatMap(([service, it]) => (name in it.environment ? [service] : [])).sort()
  expect(holders('STEELYARD_SECRET_KEY')).toEqual(['agent', 'backup'])
  expect(holders('STEELYARD_SESSION_SECRET')).toEqual(['api', 'backup'])
  expect(holders('STEELYARD_AUDIT_KEY')).toEqual(['agent', 'api', 'backup', 'wlb', 'worker'])
  expect(holders('DATABASE_URL')).toEqual(['agent', 'api', 'backup', 'migrate', 'wlb', 'worker'])
  expect(holders('STEELYARD_WLB_KEY')).toEqual(['wlb'])
  expect(holders('STEELYARD_S3_SECRET_ACCESS_KEY')).toEqual(['agent', 'api', 'backup', 'worker'])
})

test.each(['wlb', 'backup'])('%s runs only on request', (name) => {
  const { profiles } = services[name] as Service & { profiles?: string[] }
  expect(profiles).toEqual([name])
})

test('every setting can be given in .env, or is set', () => {
  const missing = variables()
    .map(({ name }) => name)
    .filter((name) => !new RegExp(`\\b${name}\\b`).test(text))
  // For one command, which a person gives it.
  expect(missing).toEqual(['STEELYARD_SECRET_KEY_NEW'])
})

test('each process that reads or writes files gets every setting of an object store', () => {
  const settings = variables().filter(({ name }) => name.startsWith('STEELYARD_S3_'))
  expect(settings.length).toBeGreaterThan(4)
  for (const { name } of settings)
    for (const service of ['api', 'worker', 'agent', 'backup'])
      expect(services[service]?.environment).toHaveProperty(name)
  // The network of the database leads nowhere.
  for (const service of ['api', 'worker', 'agent'])
    expect(services[service]?.networks.some((name) => !networks[name]?.internal)).toBe(true)
})

test('the database is on an internal network, and ports are on loopback unless set otherwise', () => {
  expect(services.db?.networks).toEqual(['data'])
  expect(networks.data?.internal).toBe(true)
  expect(services.web?.networks).not.toContain('data')
  const ports = entries.flatMap(([service, it]) => (it.ports ?? []).map((port) => [service, port]))
  expect(ports).toEqual([
    ['web', expect.stringMatching(/^127\.0\.0\.1:/)],
    ['wlb', expect.stringMatching(/^\$\{STEELYARD_WLB_HOST:-127\.0\.0\.1\}:/)],
  ])
})

// The image's entry point gives initdb these arguments, in an environment with LANG=en_US.utf8.
test.each([{}, { LANG: 'en_US.utf8' }, { LC_ALL: 'C' }])(
  'the database can be created with its arguments under %o',
  (locale) => {
    const directory = makeTemporaryDataDirectory()
    try {
      const account = chooseDatabaseAccount(undefined)
      const pgData = path.join(directory, 'pg')
      mkdirSync(pgData)
      if (account) chownSync(pgData, account.uid, account.gid)
      const given = String(services.db?.environment.POSTGRES_INITDB_ARGS).split(' ')
      const initdb = findPostgresPrograms(account)('initdb')
      const { status, stderr } = spawnSync(initdb, ['-D', pgData, '--no-sync', ...given], {
        ...account,
        env: { PATH: process.env.PATH, HOME: '/', ...locale },
        cwd: '/',
        encoding: 'utf8',
      })
      expect({ status, stderr }).toMatchObject({ status: 0 })
    } finally {
      removeDataDirectory(directory)
    }
  },
)

test('the parts that outlive a container are named volumes', () => {
  const named = entries.flatMap(([, it]) => it.volumes ?? []).filter((it) => !it.startsWith('.'))
  for (const volume of named) expect(volumes).toHaveProperty(volume.split(':')[0]!)
  expect(services.api?.volumes).toEqual(services.worker?.volumes)
  expect(services.agent?.volumes).toEqual(services.api?.volumes)
})
