import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../../scripts/lib/free-port.ts'
import { inRoot } from '../../../scripts/lib/paths.ts'
import {
  type ComposeFile,
  type ComposeService,
  readComposeFile,
  runArguments,
} from './compose-file.ts'
import { podman, succeeds } from './podman.ts'

const HEALTHY_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 1000

export interface StackOptions {
  /** Default: docker-compose.yml of this checkout. */
  file?: string
  /** Default: new ones. */
  secrets?: Record<string, string>
  /** Returns a service as it is to be instead. */
  adapt?: (name: string, service: ComposeService) => ComposeService | undefined
}

function newSecrets(): Record<string, string> {
  const secret = (encoding: 'hex' | 'base64') => randomBytes(32).toString(encoding)
  return {
    STEELYARD_DATABASE_ADMIN_PASSWORD: secret('hex'),
    STEELYARD_DATABASE_PASSWORD: secret('hex'),
    STEELYARD_SESSION_SECRET: secret('hex'),
    STEELYARD_AUDIT_KEY: secret('hex'),
    STEELYARD_SECRET_KEY: secret('base64'),
  }
}

/** The containers, networks and volumes of docker-compose.yml, started by podman. */
export class Stack {
  readonly project: string
  readonly webPort: number
  readonly #secrets: Record<string, string>
  readonly #file: ComposeFile

  private constructor(project: string, webPort: number, { file, secrets, adapt }: StackOptions) {
    this.project = project
    this.webPort = webPort
    this.#secrets = secrets ?? newSecrets()
    this.#file = readComposeFile(file ?? inRoot('docker-compose.yml'), {
      ...this.#secrets,
      STEELYARD_WEB_PORT: String(webPort),
      STEELYARD_WEB_URL: `http://localhost:${webPort}`,
    })
    for (const [name, service] of Object.entries(this.#file.services)) {
      this.#file.services[name] = adapt?.(name, service) ?? service
    }
  }

  /** Another release of the same installation: its volumes, networks and secrets. */
  upgraded(): Stack {
    return new Stack(this.project, this.webPort, { secrets: this.#secrets })
  }

  /** What `.env` holds. */
  get secrets(): Record<string, string> {
    return this.#secrets
  }

  /** One without volumes, which are made when they are used first. */
  static async create(project: string, options: StackOptions = {}): Promise<Stack> {
    const stack = new Stack(`steelyard-${project}`, await findFreePort(), options)
    await stack.remove()
    return stack
  }

  get api(): string {
    return `http://127.0.0.1:${this.webPort}/api/v1`
  }

  container(service: string): string {
    return `${this.project}-${service}`
  }

  /** Starts the services in the order of what they wait for. Those that run already stay. */
  async up(...wanted: string[]): Promise<void> {
    const usual = Object.entries(this.#file.services).filter(([, { profiles }]) => !profiles)
    const names = wanted.length > 0 ? wanted : usual.map(([name]) => name)
    await this.#makeNetworks()
    for (const name of names) await this.#start(name)
  }

  /** Those that are missing: a later release may have more. */
  async #makeNetworks(): Promise<void> {
    for (const [name, { internal }] of Object.entries(this.#file.networks)) {
      const network = `${this.project}-${name}`
      if (await succeeds('network', 'exists', network)) continue
      await podman('network', 'create', ...(internal ? ['--internal'] : []), network)
    }
  }

  async #start(name: string): Promise<void> {
    const service = this.#file.services[name]!
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      await this.#start(needed)
      if (condition === 'service_healthy') await this.untilHealthy(needed)
      else await this.#untilDone(needed)
    }
    if (await succeeds('container', 'exists', this.container(name))) return
    const args = runArguments(service, this.project, name)
    await podman('run', '--detach', '--name', this.container(name), ...args)
  }

  /** Asks as Docker would: nobody does it by himself where there is no systemd. */
  async untilHealthy(name: string): Promise<void> {
    const deadline = Date.now() + HEALTHY_WITHIN_MS
    while (!(await succeeds('healthcheck', 'run', this.container(name)))) {
      if (Date.now() > deadline)
        throw new Error(`${name} is not well:\n${await this.logs(name, '--tail', '30')}`)
      await sleep(LOOK_EVERY_MS)
    }
  }

  async #untilDone(name: string): Promise<void> {
    const { stdout } = await podman('wait', this.container(name))
    if (stdout.trim() !== '0')
      throw new Error(`${name} failed:\n${await this.logs(name, '--tail', '30')}`)
  }

  async untilAllHealthy(): Promise<void> {
    for (const name of ['db', 'api', 'worker', 'agent', 'web']) await this.untilHealthy(name)
  }

  async logs(name: string, ...options: string[]): Promise<string> {
    const { stdout, stderr } = await podman('logs', ...options, this.container(name))
    return stdout + stderr
  }

  async exec(name: string, ...command: string[]): Promise<string> {
    return (await podman('exec', this.container(name), ...command)).stdout
  }

  /** `docker compose run --rm -T --no-deps SERVICE COMMAND`; returns the arguments of podman. */
  once(name: string, ...command: string[]): string[] {
    const service: ComposeService = { ...this.#file.services[name]!, command, restart: 'no' }
    delete service.ports
    return ['run', '--rm', '--interactive', ...runArguments(service, this.project, name)]
  }

  async stop(...names: string[]): Promise<void> {
    await podman('stop', ...names.map((name) => this.container(name)))
  }

  async start(...names: string[]): Promise<void> {
    await podman('start', ...names.map((name) => this.container(name)))
  }

  /** What `docker compose down` takes away; volumes stay. */
  async down(): Promise<void> {
    for (const name of Object.keys(this.#file.services).reverse()) {
      await podman('rm', '--force', '--ignore', '--time', '30', this.container(name))
    }
  }

  async remove(): Promise<void> {
    await this.down()
    for (const name of Object.keys(this.#file.volumes)) {
      await podman('volume', 'rm', '--force', `${this.project}-${name}`)
    }
    for (const name of Object.keys(this.#file.networks)) {
      await podman('network', 'rm', '--force', `${this.project}-${name}`)
    }
  }
}
