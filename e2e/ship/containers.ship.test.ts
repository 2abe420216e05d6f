import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { getAnalysis, listAnalyses, listHosts } from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../../scripts/lib/free-port.ts'
import { root } from '../../scripts/lib/paths.ts'
import { EVERY_THREAD } from '../../scripts/lib/testing/every-thread.ts'
import {
  ADMINISTRATOR,
  analyseAgain,
  beginAnalysis,
  finished,
  setUp,
  setupToken,
  signIn,
  unchecked,
} from './lib/caller.ts'
import type { ComposeService } from './lib/compose-file.ts'
import { ContainedDouble } from './lib/contained-double.ts'
import { createEarlierStack } from './lib/earlier-release.ts'
import { podman, podmanWithInput, ULIMITS } from './lib/podman.ts'
import { buildShippedImage, IMAGE } from './lib/shipped-image.ts'
import { Stack } from './lib/stack.ts'
import { makeStandIns } from './lib/stand-ins.ts'

// The image of the Dockerfile, and the stack of docker-compose.yml on it, with podman and runc. What
// could not be pulled here has a stand-in: see lib/stand-ins.ts. Each test goes on where the one
// before it ended.

const MAX_IMAGE_BYTES = 450e6
const MB = 1e6
const SERVICES = ['api', 'worker', 'agent', 'web']

const run = promisify(execFile)
const began = Date.now()
/** Figures for the operations guide. */
const measured = (what: string, value: string) => console.info(`MEASURED ${what}: ${value}`)
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`

beforeAll(async () => {
  await makeStandIns()
  measured('images to build upon', seconds(began))
  const start = Date.now()
  await buildShippedImage()
  measured('image built', seconds(start))
})

describe('the image', () => {
  const inImage = async (script: string) =>
    (await podman('run', '--rm', ...ULIMITS, IMAGE, 'sh', '-c', script)).stdout.trim()
  const inspected = async () => JSON.parse((await podman('image', 'inspect', IMAGE)).stdout)[0]

  test('is small', async () => {
    const { Size } = await inspected()
    measured('image', `${Math.round(Size / MB)} MB`)
    expect(Size).toBeLessThan(MAX_IMAGE_BYTES)
  })

  test('runs as an ordinary account with Node.js 24, says what it is, and has a health check', async () => {
    const { Config, Healthcheck } = await inspected()
    expect(Config.User).toBe('node')
    expect(Config.Labels['org.opencontainers.image.title']).toBe('Steelyard')
    expect(Config.Healthcheck ?? Healthcheck).toMatchObject({ Test: expect.anything() })
    expect(await inImage('node --version; id --user')).toMatch(/^v24\.\d+\.\d+\n1000$/)
  })

  test('has nothing that builds, installs or compiles', async () => {
    const names = [
      'npm',
      'npx',
      'tsc',
      'tsx',
      'esbuild',
      'cc',
      'gcc',
      'g++',
      'make',
      'python3',
      'git',
    ]
    const found = await inImage(`for each in ${names.join(' ')}; do command -v $each; done; true`)
    expect(found).toBe('')
    const packages = (await inImage('ls node_modules node_modules/@*')).split(/\s+/)
    for (const each of ['typescript', 'tsx', 'esbuild', 'prisma-cli', 'vitest', '@playwright'])
      expect(packages).not.toContain(each)
    expect(await inImage('find . -name "*.ts" -o -name "*.test.*" -o -name "*.map" | head')).toBe(
      '',
    )
  })

  test('names all packages in it in its bill of materials', async () => {
    const bill = JSON.parse(await inImage('cat sbom.cdx.json'))
    expect(bill).toMatchObject({
      bomFormat: 'CycloneDX',
      metadata: { component: { name: 'steelyard' } },
    })
    const known = new Set(
      bill.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl)),
    )
    const script = `for each in $(find node_modules -name package.json -path "*/node_modules/*"); do
      node -p "const { name, version } = require('./$each'); name && version ? 'pkg:npm/' + name + '@' + version : ''"
    done`
    const manifests = await inImage('find node_modules -name package.json | wc -l')
    expect(Number(manifests)).toBeGreaterThan(20)
    const inIt = (await inImage(script)).split('\n').filter(Boolean)
    const compiled = /^pkg:npm\/(@next\/react-refresh-utils|next-devtools)/
    expect(inIt.filter((each) => !known.has(each) && !compiled.test(each))).toEqual([])
  })

  test('starts everything that runs in threads', async () => {
    const count = await inImage(`node -e '${EVERY_THREAD}'`)
    expect(Number(count)).toBeGreaterThan(15)
  })

  test('holds no path of where it was built', async () => {
    expect(
      await inImage(
        "grep -rlE '/build/(apps|packages|scripts|node_modules)/' lib apps/web/.next/server | head -3",
      ),
    ).toBe('')
  })
})

describe('the stack', () => {
  let stack: Stack
  let restored: Stack | undefined
  const backups = mkdtempSync(path.join(os.tmpdir(), 'steelyard-backups-'))
  /** What is ./backups of the checkout otherwise. */
  const withBackups = (name: string, service: ComposeService) =>
    name === 'backup'
      ? { ...service, volumes: ['uploads:/data/uploads', `${backups}:/backups`] }
      : undefined

  beforeAll(async () => {
    const start = Date.now()
    chmodSync(backups, 0o777) // for the account of the container
    stack = await Stack.create('first', { adapt: withBackups })
    await stack.up()
    await stack.untilAllHealthy()
    measured('stack started', seconds(start))
  })
  afterAll(async () => {
    for (const each of [stack, restored]) await each?.remove()
    rmSync(backups, { recursive: true })
  })

  test('is ready, and as narrow as the file says', async () => {
    const answer = await fetch(`${stack.api}/health/ready`)
    expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ok' }])
    for (const name of SERVICES) {
      const [it] = JSON.parse((await podman('inspect', stack.container(name))).stdout)
      expect(it.HostConfig).toMatchObject({ ReadonlyRootfs: true, PidsLimit: 256 })
      expect(it.HostConfig.Memory).toBeGreaterThan(0)
      expect(it.EffectiveCaps ?? []).toEqual([])
      await expect(stack.exec(name, 'touch', '/app/x')).rejects.toThrow('Read-only file system')
    }
  })

  test('serves pages, their files and the help', async () => {
    const base = `http://127.0.0.1:${stack.webPort}`
    const page = await (await fetch(`${base}/setup`)).text()
    const [script] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? []
    expect((await fetch(`${base}${script}`)).status).toBe(200)
    expect((await fetch(`${base}/icon.svg`)).status).toBe(200)
  })

  test('goes the whole documented way with curl', async () => {
    const start = Date.now()
    const double = await ContainedDouble.start(stack)
    const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-ship-'))
    const desk = createServer((request, response) => {
      const chunks: Buffer[] = []
      request
        .on('data', (chunk) => chunks.push(chunk))
        .on('end', async () => {
          await double.authorise(Buffer.concat(chunks).toString())
          response.end()
        })
    })
    try {
      desk.listen(0, '127.0.0.1')
      await once(desk, 'listening')
      const { port } = desk.address() as AddressInfo
      const onKey = path.join(directory, 'on-key.cjs')
      const script = `#!${process.execPath}
const body = /ssh-ed25519 \\S+/.exec(process.argv[2])[0]
fetch('http://127.0.0.1:${port}', { method: 'POST', body })
  .then(({ ok }) => { process.exitCode = ok ? 0 : 1 })
`
      writeFileSync(onKey, script, { mode: 0o755 })
      const before = await double.state()
      const { address, username } = double
      const recording = 'samples/paper-table3-equal'
      const args = [recording, address, String(double.port), username]
      const { stdout } = await run('bash', ['docs/guides/walkthrough.sh', ...args], {
        cwd: root,
        env: {
          PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
          STEELYARD_API: stack.api,
          SETUP_TOKEN: await setupToken(stack),
          PASSWORD: ADMINISTRATOR.password,
          ON_KEY: onKey,
        },
      })
      expect(stdout).toMatch(/^ {2}verified: /m)
      expect(stdout).toMatch(/^ {2}rolled-back: /m)
      expect(stdout).toMatch(/^ {2}watching, observed up to /m)
      expect(stdout).toMatch(/^ {2}stopped: /m)
      const after = await double.state()
      const weights = ({ domains }: typeof after) => domains.map((it) => [it.name, it.weight])
      expect(weights(after)).toEqual(weights(before))
      expect(after.commands.some((command) => / -w \d+/.test(command))).toBe(true)
    } finally {
      desk.close()
      await double.remove()
      rmSync(directory, { recursive: true, force: true })
    }
    measured('the documented way', seconds(start))
    for (const name of SERVICES) measured(`resident, ${name}`, await residentOf(stack, name))
  })

  test('a worker that is killed comes back, and what it worked on is finished', async () => {
    const session = await signIn(stack.api)
    const { analysisId, jobId } = await beginAnalysis(stack.api, session)
    const start = Date.now()
    await killOutright(stack.container('worker'))
    await finished(session.call, jobId)
    await stack.untilHealthy('worker')
    measured('worker killed, back and done', seconds(start))
    const [{ RestartCount }] = JSON.parse(
      (await podman('inspect', stack.container('worker'))).stdout,
    )
    expect(RestartCount).toBeGreaterThan(0)
    const { result } = await session.call(getAnalysis, { params: { id: analysisId } })
    expect(result).not.toBeNull()
  })

  test('everything is there after all containers were made anew', async () => {
    const { call } = await signIn(stack.api)
    const before = await call(listAnalyses)
    expect(before.data.length).toBeGreaterThan(1)
    const start = Date.now()
    await stack.down()
    await stack.up()
    await stack.untilAllHealthy()
    measured('stopped, removed and started again', seconds(start))
    const again = await signIn(stack.api)
    expect(await again.call(listAnalyses)).toEqual(before)
  })

  test('a backup is restored, with every row and byte', async () => {
    const { call } = await signIn(stack.api)
    const analyses = await call(listAnalyses)
    await stack.stop(...[...SERVICES].reverse())
    const saved = await digestOf(stack)
    const start = Date.now()
    await podman(...stack.once('backup', 'node', 'lib/backup.js', '/backups/steelyard.backup'))
    await stack.down()

    restored = await Stack.create('second', { secrets: stack.secrets, adapt: withBackups })
    await restored.up('db')
    await restored.untilHealthy('db')
    await podman(...restored.once('backup', 'node', 'lib/restore.js', '/backups/steelyard.backup'))
    measured('backup and restore', seconds(start))
    expect(await digestOf(restored)).toEqual(saved)
    expect(Object.keys(saved.tables).length).toBeGreaterThan(30)
    expect(saved.files.split('\n').length).toBeGreaterThan(10)

    await restored.up()
    await restored.untilAllHealthy()
    const again = await signIn(restored.api)
    expect(await again.call(listAnalyses)).toEqual(analyses)
  })
})

test('an installation of an earlier commit is upgraded with its volumes', async () => {
  const apiPort = await findFreePort()
  const earlier = await createEarlierStack('upgrade', apiPort)
  const upgraded = earlier.upgraded()
  try {
    await earlier.up('api', 'worker', 'agent')
    await earlier.untilHealthy('api')
    const base = `http://127.0.0.1:${apiPort}/api/v1`
    const { call: checked, cookie } = await setUp(base, await setupToken(earlier))
    const callEarlier = unchecked(checked)
    const session = { call: callEarlier, cookie }
    const { analysisId, jobId, uploadId, hostId } = await beginAnalysis(base, session)
    await finished(callEarlier, jobId)
    const known = await callEarlier(getAnalysis, { params: { id: analysisId } })
    const hosts = await callEarlier(listHosts)
    await earlier.down()

    const start = Date.now()
    await upgraded.up()
    await upgraded.untilAllHealthy()
    measured('upgraded', seconds(start))
    const { call } = await signIn(upgraded.api)
    expect((await call(listHosts)).data.map(({ id }) => id)).toEqual(hosts.data.map(({ id }) => id))
    const kept = await call(getAnalysis, { params: { id: analysisId } })
    expect(kept.result?.verdict).toBe(known.result?.verdict)
    const again = await analyseAgain(call, { hostId, uploadId })
    expect(again.result?.verdict).toBe(known.result?.verdict)
  } finally {
    await upgraded.remove()
  }
})

/** Kills the first process of a container, and so all of it, as nobody who asks podman would. */
async function killOutright(container: string): Promise<void> {
  const { stdout } = await podman('inspect', '--format', '{{.State.Pid}}', container)
  process.kill(Number(stdout), 'SIGKILL')
}

async function residentOf(stack: Stack, name: string): Promise<string> {
  const script = 'grep -h VmRSS /proc/[0-9]*/status | sort -n -k 2 | tail -1'
  const line = await stack.exec(name, 'sh', '-c', script)
  return `${Math.round((Number(/\d+/.exec(line)) * 1024) / MB)} MB`
}

/** A digest of each table of the product, whatever the order of its rows, and of each file. */
async function digestOf(stack: Stack) {
  const query = `select format('select %L, md5(string_agg(t::text, chr(10) order by t::text)) from %s t',
      c.oid::regclass, c.oid::regclass)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'partitions')
      and c.relname <> '_prisma_migrations' order by c.oid::regclass::text \\gexec`
  const rows = await podmanWithInput(
    Buffer.from(query),
    ...['exec', '--interactive', stack.container('db')],
    ...['psql', '-U', 'postgres', '-d', 'steelyard', '--no-align', '--tuples-only', '--quiet'],
  )
  const script = 'cd /data/uploads && find . -type f | sort | xargs -r sha256sum'
  const files = await podmanWithInput(Buffer.alloc(0), ...stack.once('api', 'sh', '-c', script))
  const tables = Object.fromEntries(
    rows
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split('|')),
  )
  const digest = createHash('sha256').update(rows).update(files).digest('hex')
  return { tables, files: files.toString().trim(), digest }
}
