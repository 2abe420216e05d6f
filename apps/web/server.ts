import next from 'next'
import { z } from 'zod'
import { readEnvironment } from './environment.ts'
import { type IsTrusted, readTrustedProxies } from './gateway/client-address.ts'
import { createGateway } from './gateway/gateway.ts'

// The web process: the dashboard, and in front of it the gateway that gives it one origin with the
// API. With `NODE_ENV=development` it serves the dashboard from its sources and reloads on a
// change.

const given = readEnvironmentOrExit()
const { STEELYARD_HOST: host, STEELYARD_WEB_PORT: port, STEELYARD_API_URL: apiUrl } = given
const webUrl = given.STEELYARD_WEB_URL ?? `http://localhost:${port}`

const isTrusted = trustedProxiesOrExit(given.STEELYARD_TRUSTED_PROXIES)

const app = next({ dev: process.env.NODE_ENV === 'development', dir: import.meta.dirname })
await app.prepare()

const server = createGateway({ apiUrl, webUrl, isTrusted, handlePage: app.getRequestHandler() })
server.on('upgrade', app.getUpgradeHandler())
server.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
server.listen(port, host, () => process.send?.({ type: 'ready' }))

function readEnvironmentOrExit(): ReturnType<typeof readEnvironment> {
  try {
    return readEnvironment()
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    console.error(`The configuration is not usable:\n${z.prettifyError(error)}`)
    process.exit(1)
  }
}

/** The operator has to fix a wrong setting and needs only the message, without a stack. */
function trustedProxiesOrExit(list: string): IsTrusted {
  try {
    return readTrustedProxies(list)
  } catch (error) {
    console.error(`STEELYARD_TRUSTED_PROXIES is not usable: ${(error as Error).message}`)
    process.exit(1)
  }
}

async function stop(): Promise<void> {
  server.close()
  server.closeAllConnections() // the event stream of an open page would keep the process alive
  await app.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
