/**
 * The double as a process of its own, for end-to-end tests:
 *
 *   tsx packages/xen/src/testing/serve-double.ts [--address A] [--port N] [--control-port N]
 *     [--scheduler credit|credit2|rtds] [--username NAME] [--authorise 'ssh-ed25519 AAAA...']
 *     [--speed N]
 *
 * Prints one line of JSON when it listens: port, controlPort, hostKeyFingerprint. Control, on
 * loopback only: GET /state; POST /authorise {publicKey}; POST /fault {...Faults} (replaces all);
 * POST /happen {what: 'setWeight' | 'destroy' | 'recreate' | 'renumber' | 'reboot' | 'cut' |
 * 'changeHostKey', name?, weight?}; POST /reset.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { parseArgs } from 'node:util'
import { happenings, sampleHost } from './double-state.ts'
import { XenHostDouble } from './xen-host-double.ts'

const { values } = parseArgs({
  options: {
    address: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '0' },
    'control-port': { type: 'string', default: '0' },
    scheduler: { type: 'string', default: 'credit' },
    username: { type: 'string', default: 'root' },
    speed: { type: 'string', default: '1' },
    authorise: { type: 'string', multiple: true, default: [] },
  },
})
const scheduler = values.scheduler as Parameters<typeof sampleHost>[0]
const double = await XenHostDouble.start({
  address: values.address,
  port: Number(values.port),
  host: sampleHost(scheduler),
  username: values.username,
  speed: Number(values.speed),
})
for (const publicKey of values.authorise) double.authorise(publicKey)

interface Happening {
  what: string
  name: string
  weight: number
}

function happen({ what, name, weight }: Happening): void {
  const { host } = double
  const all: Record<string, () => void> = {
    setWeight: () => happenings.setWeight(host, name, weight),
    destroy: () => happenings.destroy(host, name),
    recreate: () => happenings.recreate(host, name),
    renumber: () => happenings.renumber(host),
    reboot: () => double.reboot(),
    cut: () => double.cutConnections(),
    changeHostKey: () => double.changeHostKey(),
  }
  if (!Object.hasOwn(all, what)) throw new Error(`Nothing is called ${what}`)
  all[what]!()
}

function state() {
  const { host, commands, connections, authenticationAttempts, faults, hostKeyFingerprint } = double
  const { tracing } = double.recorders
  return {
    ...host,
    commands,
    connections,
    authenticationAttempts,
    faults,
    hostKeyFingerprint,
    tracing,
  }
}

function control(request: string, body: unknown): unknown {
  switch (request) {
    case 'GET /state':
      break
    case 'POST /authorise':
      double.authorise((body as { publicKey: string }).publicKey)
      break
    case 'POST /fault':
      double.faults = body as XenHostDouble['faults']
      break
    case 'POST /happen':
      happen(body as Happening)
      break
    case 'POST /reset':
      Object.assign(double.host, sampleHost(scheduler))
      double.faults = {}
      double.commands.length = 0
      break
    default:
      throw new Error(`No such control: ${request}`)
  }
  return state()
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

const server = createServer(async (request, response) => {
  try {
    const answer = control(`${request.method} ${request.url}`, await bodyOf(request))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  } catch (error) {
    response.writeHead(400).end(String(error))
  }
})
server.listen(Number(values['control-port']), '127.0.0.1')
await once(server, 'listening')
const { port: controlPort } = server.address() as { port: number }
const { port, hostKeyFingerprint } = double
console.log(JSON.stringify({ port, controlPort, hostKeyFingerprint }))

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    server.closeAllConnections()
    void double.stop()
  })
}
