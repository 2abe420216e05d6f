import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as contract from '@steelyard/contract'
import {
  type CompanionSettings,
  companionSettings,
} from '../../../e2e/load-balancer/lib/companion-settings.ts'
import { sshOptions } from '../../../e2e/xen-host/lib/ssh.ts'
import type { XenHost } from '../../../e2e/xen-host/lib/xen-host.ts'
import type { Laboratory } from '../laboratory.ts'
import { fileWith, PATHS, RELOAD } from './balancer.ts'
import { BALANCER } from './domains.ts'

const SETTINGS = '/etc/steelyard-haproxy.conf'
const TOKEN = '/etc/steelyard-haproxy.token'
const PID = '/run/steelyard-haproxy.pid'

/**
 * The companion in the load balancer's guest. A guest reaches nothing outside its host, so the
 * connection that starts the script also carries the API to it.
 */
export class GuestCompanion {
  log = ''
  readonly #host: XenHost
  readonly #apiPort: number
  #child: ChildProcess | null = null

  private constructor(host: XenHost, apiPort: number) {
    this.#host = host
    this.#apiPort = apiPort
  }

  /** Makes the guest the host's load balancer and writes the companion's configuration. */
  static async install({ host, product, hostId }: Laboratory): Promise<GuestCompanion> {
    const params = { id: hostId }
    await product.call(contract.setLoadBalancer, { params, body: { domain: BALANCER.name } })
    const { secret } = await product.callInSession(contract.createToken, {
      body: { name: BALANCER.name, scopes: ['load-balancer'], hostId },
    })
    const settings: CompanionSettings = {
      STEELYARD_URL: `http://127.0.0.1:${product.apiPort}`,
      STEELYARD_HOST_ID: hostId,
      STEELYARD_TOKEN_FILE: TOKEN,
      HAPROXY_CONFIG: PATHS.config,
      THREADS_CONFIG: PATHS.threads,
      STATS_SOCKET: PATHS.statsSocket,
      RELOAD,
    }
    const script = [
      'umask 077',
      fileWith(TOKEN, `${secret}\n`),
      fileWith(SETTINGS, companionSettings(settings)),
    ]
    await host.runInGuest(BALANCER.number, 'sh -e -s', script.join('\n'))
    return new GuestCompanion(host, product.apiPort)
  }

  start(): void {
    const { handle, address } = this.#host
    const port = handle.ports.guestSsh[BALANCER.number - 1]!
    const options = sshOptions({ port, username: 'root', keyFile: handle.controlKey }, [
      'ExitOnForwardFailure=yes',
    ])
    const api = `127.0.0.1:${this.#apiPort}`
    const command = `echo $$ >${PID}; exec ${PATHS.companion} ${SETTINGS}`
    const args = [...options, '-R', `${api}:${api}`, '-p', String(port), `root@${address}`, command]
    this.#child = spawn('ssh', args, { stdio: ['ignore', 'ignore', 'pipe'] })
    this.#child.stderr!.setEncoding('utf8').on('data', (chunk) => {
      this.log += chunk
    })
  }

  /** Ends the script, which leaves HAProxy the threads that it has. */
  async stop(): Promise<void> {
    const child = this.#child
    this.#child = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    await this.#host
      .runInGuest(BALANCER.number, `kill "$(cat ${PID})"`)
      .catch(() => child.kill('SIGTERM'))
    await exited
  }
}
