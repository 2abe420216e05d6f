import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { inRoot } from '../../../scripts/lib/paths.ts'
import { ULIMITS } from './podman.ts'

interface Health {
  test?: string[]
  disable?: boolean
  interval?: string
  timeout?: string
  retries?: number
  start_period?: string
}

export interface ComposeService {
  image: string
  command?: string[]
  depends_on?: Record<string, { condition: 'service_healthy' | 'service_completed_successfully' }>
  healthcheck?: Health
  networks: string[]
  restart: string
  /** Then it is started only where somebody asks for it. */
  profiles?: string[]
  [key: string]: unknown
}

export interface ComposeFile {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, null>
}

/** Reads a compose file with the variables that `.env` would give. */
export function readComposeFile(file: string, env: Record<string, string>): ComposeFile {
  const text = readFileSync(file, 'utf8')
  return fill(parse(text, { merge: true }), env) as ComposeFile
}

const VARIABLE = /\$\{(?<name>\w+)(?::(?<kind>[?-])(?<rest>[^}]*))?\}/g

function fill(value: unknown, env: Record<string, string>): unknown {
  if (typeof value === 'string') {
    return value.replace(VARIABLE, (_, name, kind, rest) => {
      if (env[name]) return env[name]
      if (kind === '?') throw new Error(`${name}: ${rest}`)
      return rest ?? ''
    })
  }
  if (Array.isArray(value)) return value.map((each) => fill(each, env))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fill(each, env)]))
}

/** What each key says to podman; a key that is not among them is not taken for done. */
const OPTIONS: Record<string, (value: never, project: string, name: string) => string[]> = {
  user: (value: string) => ['--user', value],
  // Docker makes no part of a read-only container writable by itself.
  read_only: (value: boolean) => (value ? ['--read-only', '--read-only-tmpfs=false'] : []),
  cap_drop: (value: string[]) => value.flatMap((each) => ['--cap-drop', each]),
  security_opt: (value: string[]) =>
    value.flatMap((each) => ['--security-opt', each.replace(/:true$/, '')]),
  pids_limit: (value: number) => ['--pids-limit', String(value)],
  mem_limit: (value: string) => ['--memory', value],
  shm_size: (value: string) => ['--shm-size', value],
  init: (value: boolean) => (value ? ['--init'] : []),
  restart: (value: string) => ['--restart', value],
  environment: (value: Record<string, string | number>) =>
    Object.entries(value).flatMap(([key, each]) => ['--env', `${key}=${each}`]),
  volumes: (value: string[], project) =>
    value.flatMap((each) => [
      '--volume',
      each.startsWith('./') ? inRoot(each) : each.startsWith('/') ? each : `${project}-${each}`,
    ]),
  tmpfs: (value: string[]) => value.flatMap((each) => ['--tmpfs', each]),
  networks: (value: string[], project, name) =>
    value.flatMap((each) => ['--network', `${project}-${each}:alias=${name}`]),
  ports: (value: string[]) => value.flatMap((each) => ['--publish', each]),
  stop_grace_period: (value: string) => ['--stop-timeout', String(seconds(value))],
  healthcheck: (value: Health) => healthOptions(value),
  image: () => [],
  build: () => [],
  command: () => [],
  depends_on: () => [],
  profiles: () => [],
}

/** The arguments of `podman run` for a service. */
export function runArguments(service: ComposeService, project: string, name: string): string[] {
  const options = Object.entries(service).flatMap(([key, value]) => {
    const option = OPTIONS[key]
    if (!option) throw new Error(`Nobody knows what ${key} of ${name} means to podman`)
    return option(value as never, project, name)
  })
  return [...ULIMITS, ...options, service.image, ...(service.command ?? [])]
}

function healthOptions({ test, disable, ...times }: Health): string[] {
  if (disable || !test) return ['--no-healthcheck']
  const [kind, ...command] = test
  if (kind !== 'CMD') throw new Error(`${kind} is not how a health check of ours is run`)
  return [
    ...['--health-cmd', JSON.stringify(command)], // podman puts CMD before a list by itself
    ...Object.entries(times).flatMap(([key, value]) => [
      `--health-${key.replace('_', '-')}`,
      String(value),
    ]),
  ]
}

function seconds(duration: string): number {
  const [, count, unit] = /^(\d+)(s|m)$/.exec(duration) ?? []
  if (!count) throw new Error(`${duration} is no duration`)
  return Number(count) * (unit === 'm' ? 60 : 1)
}
