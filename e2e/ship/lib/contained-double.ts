import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../../scripts/lib/paths.ts'
import { podman, ULIMITS } from './podman.ts'
import type { Stack } from './stack.ts'

const DOUBLE = 'packages/xen/src/testing/serve-double.ts'
const PORTS = { ssh: 2222, control: 2280 }

/** The SSH test host in a container, on the network by which the agent reaches hosts. */
export class ContainedDouble {
  readonly address = 'xen'
  readonly port = PORTS.ssh
  readonly username = 'root'
  readonly #container: string

  private constructor(container: string) {
    this.#container = container
  }

  static async start(stack: Stack): Promise<ContainedDouble> {
    const container = stack.container('xen')
    await podman(
      ...['run', '--detach', '--init', '--name', container, ...ULIMITS],
      ...['--network', `${stack.project}-hosts:alias=xen`, '--volume', `${root}:/checkout:ro`],
      ...['--workdir', '/checkout', 'docker.io/library/node:24-bookworm-slim'],
      ...['node', '--import', 'tsx', DOUBLE, '--address', '0.0.0.0'],
      ...['--port', String(PORTS.ssh), '--control-port', String(PORTS.control)],
    )
    while (!(await podman('logs', container)).stdout.includes('hostKeyFingerprint')) {
      await sleep(200)
    }
    return new ContainedDouble(container)
  }

  /** What a program is to do that authorises a key, since the control port is not reached from outside. */
  get control(): { container: string; url: string } {
    return { container: this.#container, url: `http://127.0.0.1:${PORTS.control}` }
  }

  async authorise(publicKey: string): Promise<void> {
    await this.#ask('/authorise', { method: 'POST', body: JSON.stringify({ publicKey }) })
  }

  async state(): Promise<{ domains: { name: string; weight: number }[]; commands: string[] }> {
    return JSON.parse(await this.#ask('/state'))
  }

  async #ask(path: string, init?: object): Promise<string> {
    const script = `fetch(process.argv[1], JSON.parse(process.argv[2])).then((a) => a.text()).then(console.log)`
    const url = `${this.control.url}${path}`
    const args = ['exec', this.#container, 'node', '-e', script, url, JSON.stringify(init ?? {})]
    return (await podman(...args)).stdout
  }

  async remove(): Promise<void> {
    await podman('rm', '--force', '--ignore', '--time', '5', this.#container)
  }
}
