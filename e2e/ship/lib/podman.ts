import { execFile, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { inRoot } from '../../../scripts/lib/paths.ts'

const execute = promisify(execFile)

/**
 * Images, containers and volumes of this suite. They are apart from those of the machine: what stands
 * in for an official image here must be taken for it nowhere else.
 */
export const STORE = inRoot('node_modules/.cache/ship')

/** Where a machine has no systemd, podman is told how to keep its groups and its log of events. */
const GLOBAL = [
  ...['--root', path.join(STORE, 'storage'), '--runroot', path.join(STORE, 'run')],
  ...['--network-config-dir', path.join(STORE, 'networks')],
  ...['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', '--events-backend', 'file'],
]

/** Small machines refuse what podman asks for by default. */
export const ULIMITS = ['--ulimit', 'nofile=20000:20000', '--ulimit', 'nproc=4096:4096']

const MAX_OUTPUT = 256 * 1024 * 1024

export interface Ran {
  stdout: string
  stderr: string
}

/**
 * Runs podman.
 * @throws Error with what it printed
 */
export async function podman(...args: string[]): Promise<Ran> {
  return execute('podman', [...GLOBAL, ...args], { maxBuffer: MAX_OUTPUT, env: environment() })
}

/** Runs podman with a file's or a program's bytes as its input, and returns its output as bytes. */
export async function podmanWithInput(input: Buffer, ...args: string[]): Promise<Buffer> {
  const child = spawn('podman', [...GLOBAL, ...args], { env: environment() })
  const [output, errors]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  child.stdin.end(input)
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject).once('close', resolve)
  })
  if (code !== 0) throw new Error(`podman ${args.join(' ')}: ${Buffer.concat(errors)}`)
  return Buffer.concat(output)
}

export async function succeeds(...args: string[]): Promise<boolean> {
  return podman(...args).then(
    () => true,
    () => false,
  )
}

/** Docker takes a name without a registry for one of docker.io; podman has to be told. */
function environment(): NodeJS.ProcessEnv {
  const registries = path.join(STORE, 'registries.conf')
  mkdirSync(STORE, { recursive: true })
  writeFileSync(registries, 'unqualified-search-registries = ["docker.io"]\n')
  return { ...process.env, CONTAINERS_REGISTRIES_CONF: registries }
}
