import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BucketSetting } from '../files-setting.ts'

const run = promisify(execFile)

/** Keeps buckets in a directory, and is built of sources alone. */
const VERSION = '1.8.0'
const MODULE = `github.com/versity/versitygw/cmd/versitygw@v${VERSION}`
/** What it needs; Debian's own may be older, and is then used to fetch this one. */
const GO_TOOLCHAIN = `v0.0.1-go1.25.4.linux-${process.arch === 'x64' ? 'amd64' : process.arch}`

const CACHE = path.resolve(import.meta.dirname, '../../../../../node_modules/.cache/steelyard')
const START_WITHIN_MS = 60_000

export interface ObjectStore {
  /** A bucket that exists. */
  setting: BucketSetting
  /** As the processes of the product are given it. */
  env: Record<string, string>
  /** A key that opens no bucket. */
  addPowerlessKey(): Promise<{ accessKeyId: string; secretAccessKey: string }>
  /** Ends the server as a lost machine does; its buckets stay. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Whether the tests of buckets can run here; `.ci/run` installs what they need. */
export const canStartObjectStore = spawnSync('go', ['version']).status === 0
if (!canStartObjectStore) console.warn('Without Go (golang-go) the tests of buckets are skipped.')

/** A real server that speaks S3, on a directory of its own. */
export async function startObjectStore(): Promise<ObjectStore> {
  const program = await buildServer()
  const directory = mkdtempSync(path.join(os.tmpdir(), 'steelyard-buckets-'))
  const bucket = 'steelyard-files'
  const buckets = path.join(directory, 'buckets')
  mkdirSync(path.join(buckets, bucket), { recursive: true })
  const port = await freePort()
  const keys = { accessKeyId: 'steelyard', secretAccessKey: 'the secret of the bucket' }
  const accounts = path.join(directory, 'accounts')
  mkdirSync(accounts)
  let server: ChildProcess
  const start = async () => {
    const place = ['--iam-dir', accounts, 'posix', '--nometa', buckets]
    server = spawn(program, ['--port', `127.0.0.1:${port}`, ...place], {
      env: { ROOT_ACCESS_KEY: keys.accessKeyId, ROOT_SECRET_KEY: keys.secretAccessKey },
      stdio: 'ignore',
    })
    await answers(port, server)
  }
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    server.kill('SIGKILL')
    await once(server, 'exit')
  }
  await start()
  const endpoint = `http://127.0.0.1:${port}`
  const setting: BucketSetting = {
    kind: 'bucket',
    bucket,
    prefix: 'uploads/',
    region: 'us-east-1',
    endpoint,
    ...keys,
  }
  return {
    setting,
    env: {
      STEELYARD_S3_BUCKET: bucket,
      STEELYARD_S3_ENDPOINT: endpoint,
      STEELYARD_S3_PREFIX: setting.prefix,
      STEELYARD_S3_ACCESS_KEY_ID: keys.accessKeyId,
      STEELYARD_S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    },
    async addPowerlessKey() {
      const other = { accessKeyId: 'powerless', secretAccessKey: 'the secret of the powerless' }
      const owner = ['--access', keys.accessKeyId, '--secret', keys.secretAccessKey]
      const user = ['--access', other.accessKeyId, '--secret', other.secretAccessKey]
      const create = ['create-user', ...user, '--role', 'user']
      await run(program, ['admin', ...owner, '--endpoint-url', endpoint, ...create])
      return other
    },
    kill,
    restart: start,
    async stop() {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function answers(port: number, server: ChildProcess): Promise<void> {
  const until = Date.now() + START_WITHIN_MS
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error('versitygw ended at once')
    const isThere = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isThere) return
    await sleep(100)
  }
  throw new Error('versitygw does not answer')
}

/** Builds it once for a checkout. */
async function buildServer(): Promise<string> {
  const program = path.join(CACHE, `versitygw-${VERSION}`)
  if (existsSync(program)) return program
  mkdirSync(CACHE, { recursive: true })
  const place = mkdtempSync(path.join(CACHE, 'build-'))
  try {
    const go = await goProgram()
    const env = { ...process.env, GOBIN: place, CGO_ENABLED: '0' }
    await run(go, ['install', MODULE], { env, maxBuffer: 2 ** 26 })
    renameSync(path.join(place, 'versitygw'), program)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
  return program
}

/** The Go of the machine, or the one that it fetches as a module. */
async function goProgram(): Promise<string> {
  const { stdout } = await run('go', ['version']).catch(() => {
    throw new Error('Missing: golang-go. It builds the object store of this test.')
  })
  const [, minor = '0'] = /go1\.(\d+)/.exec(stdout) ?? []
  if (Number(minor) >= 25) return 'go'
  const toolchain = ['mod', 'download', '-json', `golang.org/toolchain@${GO_TOOLCHAIN}`]
  const downloaded = await run('go', toolchain, { cwd: os.tmpdir(), maxBuffer: 2 ** 26 })
  const { Dir } = JSON.parse(downloaded.stdout) as { Dir: string }
  // Modules carry no right to run anything.
  for (const part of ['bin', 'pkg/tool']) await run('chmod', ['-R', 'u+x', path.join(Dir, part)])
  return path.join(Dir, 'bin/go')
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  return port
}
