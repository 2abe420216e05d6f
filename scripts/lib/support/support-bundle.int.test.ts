import { generateKeyPairSync, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { SECRETS } from '@steelyard/api/secret-files'
import { createTestDatabase } from '@steelyard/api/testing'
import { extract } from 'tar-stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { variables } from '../documents/configuration.ts'
import { makeTemporaryDataDirectory, removeDataDirectory } from '../postgres/temporary-data.ts'
import { makeSupportBundle } from './make-support-bundle.ts'

let dataDir: string
beforeEach(() => {
  dataDir = makeTemporaryDataDirectory()
})
afterEach(() => removeDataDirectory(dataDir))

async function filesIn(file: string): Promise<Map<string, string>> {
  const entries = extract()
  entries.end(gunzipSync(fs.readFileSync(file)))
  const found = new Map<string, string>()
  for await (const entry of entries) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    found.set(entry.header.name.replace('steelyard-support/', ''), Buffer.concat(chunks).toString())
  }
  return found
}

function write(name: string, text: string): string {
  const file = path.join(dataDir, name)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
  return file
}

/** Each is found as such wherever it stands. */
const planted: string[] = []
const plant = (text = randomBytes(32).toString('base64url')) => {
  planted.push(text)
  return text
}

test('a bundle says how things are, and none of the secrets that were planted everywhere', async () => {
  const database = await createTestDatabase()
  const url = new URL(database.url)
  const secretUrls = {
    DATABASE_URL: url.href,
    STEELYARD_SMTP_URL: `smtps://ada:${plant('pa+ss wörd')}@mail.example.org`.replace(
      'pa+ss wörd',
      encodeURIComponent('pa+ss wörd'),
    ),
    STEELYARD_SYSLOG_URL: `tls://log:${plant('short1')}@logs.example.org:6514`,
    STEELYARD_S3_ENDPOINT: `https://objects.example.org/?sig=${plant('q1w2e3r4t5')}`,
  }
  if (url.password) planted.push(url.password)
  const secrets = variables()
    .map(({ name, topic }) => ({ name, topic }))
    .filter(({ name, topic }) => topic === 'Secrets' || SECRETS.includes(name))
    .filter(({ name }) => !Object.hasOwn(secretUrls, name))
  expect(secrets.length).toBeGreaterThanOrEqual(6)
  const [inFile, ...given] = secrets
  const env: Record<string, string> = {
    STEELYARD_DATA_DIR: dataDir,
    STEELYARD_API_PORT: '1',
    STEELYARD_KEEP_1H_DAYS: '365',
    STEELYARD_OF_A_LATER_VERSION: plant(),
    ...secretUrls,
    ...Object.fromEntries(given.map(({ name }) => [name, plant()])),
    [`${inFile!.name}_FILE`]: write('elsewhere', plant()),
  }
  const own = ['key', 'session', 'audit', 'database'].map((name) => {
    const secret = plant(randomBytes(32).toString('base64'))
    write(`secrets/${name}`, `${secret}\n`)
    return secret
  })
  const { privateKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  planted.push(privateKey.split('\n')[1]!)
  write(
    'logs/api.log',
    [
      '{"level":30,"msg":"ready","process":"api"}',
      JSON.stringify({ msg: 'odd', headers: { authorization: `Bearer ${plant()}` } }),
      JSON.stringify({ msg: 'odd', body: { password: plant('brisk "copper" lantern') } }),
      JSON.stringify({ err: { message: `connect ${secretUrls.STEELYARD_SMTP_URL}` } }),
      JSON.stringify({ err: { message: `key\n${privateKey}` } }),
      `Open http://localhost:3000/setup#token=${plant()} to create the administrator`,
      `cookie: steelyard_sid=${plant()}.${plant()}; steelyard_browser=${plant('abc.def.ghi')}`,
      `sealed with ${own[0]} and ${own[1]}`,
      privateKey,
      `x-api-key: ${plant('k-12345')}`,
    ].join('\n'),
  )
  // Cut within a secret.
  write(
    'logs/worker.log',
    `${plant('tail-of-a-secret')} ${'x'.repeat(19)}\n`.padStart(2 ** 20 + 60, 'y\n'),
  )
  const file = path.join(dataDir, 'support.tar.gz')
  await makeSupportBundle(env, file)

  const files = await filesIn(file)
  expect([...files.keys()]).toEqual([
    'versions.json',
    'settings.json',
    'readiness.json',
    'disk.json',
    'database.json',
    'logs/api.log',
    'logs/worker.log',
  ])
  const everything = [...files.values()].join('\n')
  const hidden = planted.filter((secret) => secret !== 'tail-of-a-secret')
  for (const secret of hidden)
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      expect(everything).not.toContain(form)

  const read = (name: string) => JSON.parse(files.get(name)!)
  expect(read('versions.json')).toMatchObject({
    node: process.version,
    steelyard: expect.any(String),
  })
  expect(read('settings.json')).toMatchObject({
    STEELYARD_KEEP_1H_DAYS: '365',
    STEELYARD_S3_ENDPOINT: 'https://objects.example.org/',
    STEELYARD_SYSLOG_URL: 'tls://logs.example.org:6514',
    STEELYARD_AUDIT_KEY: 'given, not shown',
    STEELYARD_OF_A_LATER_VERSION: 'given, not shown',
  })
  expect(read('readiness.json')).toEqual({ unreadable: expect.any(String) })
  const { jobs, migrations, queue, troubles, ...rest } = read('database.json')
  expect(JSON.stringify(rest)).not.toContain('unreadable')
  expect([jobs, troubles, queue.slice(1)]).toEqual([[], [], []])
  expect(migrations.at(-1)).toMatchObject({ finishedAt: expect.any(String) })
  expect(read('disk.json').data.freeBytes).toBeGreaterThan(0)
  expect(files.get('logs/api.log')).toContain('"msg":"ready"')
  expect(files.get('logs/api.log')).toContain('to create the administrator')
  expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  await database.drop()
})
