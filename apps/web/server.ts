import next from 'next'
import { createGateway } from './gateway.ts'

// The web process: the dashboard, and in front of it the gateway that gives it one origin with the
// API. With `NODE_ENV=development` it serves the dashboard from its sources and reloads on a
// change.

const host = process.env.STEELYARD_HOST || '127.0.0.1'
const port = Number(process.env.STEELYARD_WEB_PORT || 3000)
const apiUrl = process.env.STEELYARD_API_URL || 'http://127.0.0.1:4000'
const webUrl = process.env.STEELYARD_WEB_URL || `http://localhost:${port}`

const app = next({ dev: process.env.NODE_ENV === 'development', dir: import.meta.dirname })
await app.prepare()

const server = createGateway({ apiUrl, webUrl, handlePage: app.getRequestHandler() })
server.on('upgrade', app.getUpgradeHandler())
server.once('error', (error) => {
  console.error(error.message)
  process.exit(1)
})
server.listen(port, host, () => process.send?.({ type: 'ready' }))

async function stop(): Promise<void> {
  server.close()
  server.closeAllConnections() // the event stream of an open page would keep the process alive
  await app.close()
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
