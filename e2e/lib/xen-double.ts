import { spawn } from 'node:child_process'
import { once } from 'node:events'
import readline from 'node:readline'
import { typeScript } from '../../scripts/lib/form/sources.ts'
import { inRoot } from '../../scripts/lib/paths.ts'

/** The double's own state, as far as journeys use it. */
export type DoubleState = {
  domains: { name: string; weight: number; cap: number }[]
  commands: string[]
  tracing: { on: boolean; mask: string }
}

/** Events on the host that Steelyard does not cause. */
type Happening = {
  what: 'setWeight' | 'recreate' | 'destroy'
  name: string
  weight?: number
}

/** The SSH test host as a separate process, controlled over its control port. */
export type XenDouble = {
  address: string
  port: number
  username: string
  hostKeyFingerprint: string
  controlUrl: string
  state: () => Promise<DoubleState>
  /** The weights set on the host, by domain name. */
  weights: () => Promise<Record<string, number>>
  /** Accepts the key from a line meant for `authorized_keys`. */
  authorise: (authorizedKeysLine: string) => Promise<void>
  happen: (happening: Happening) => Promise<void>
  stop: () => Promise<void>
}

export async function withXenDouble(use: (host: XenDouble) => Promise<void>): Promise<void> {
  const host = await startXenDouble()
  try {
    await use(host)
  } finally {
    await host.stop()
  }
}

async function startXenDouble(): Promise<XenDouble> {
  const script = inRoot('packages/xen/src/testing/serve-double.ts')
  const child = spawn(process.execPath, [...typeScript, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const [line] = await Promise.race([
    once(readline.createInterface(child.stdout), 'line'),
    exited.then(() => Promise.reject(new Error('The double did not start'))),
  ])
  const { port, controlPort, hostKeyFingerprint } = JSON.parse(line)
  const controlUrl = `http://127.0.0.1:${controlPort}`
  const control = async (path: string, body?: object): Promise<DoubleState> => {
    const answer = await fetch(
      `${controlUrl}${path}`,
      body && { method: 'POST', body: JSON.stringify(body) },
    )
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as DoubleState
  }
  return {
    address: '127.0.0.1',
    port,
    username: 'root',
    hostKeyFingerprint,
    controlUrl,
    state: () => control('/state'),
    weights: async () => weightsOf(await control('/state')),
    authorise: async (authorizedKeysLine) => {
      await control('/authorise', { publicKey: publicKeyOf(authorizedKeysLine) })
    },
    happen: async (happening) => {
      await control('/happen', happening)
    },
    stop: async () => {
      child.kill('SIGTERM')
      await exited
    },
  }
}

export function weightsOf({ domains }: DoubleState): Record<string, number> {
  return Object.fromEntries(domains.map(({ name, weight }) => [name, weight]))
}

/** The key itself, without the restrictions that an `authorized_keys` line begins with. */
function publicKeyOf(line: string): string {
  const key = /ssh-ed25519 [A-Za-z0-9+/=]+/.exec(line)?.[0]
  if (!key) throw new Error(`No key in this line: ${line}`)
  return key
}
