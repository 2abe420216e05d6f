import { randomInt } from 'node:crypto'
import net from 'node:net'

/**
 * A TCP port on loopback that nothing listens on at this moment. It lies below the range for outgoing
 * connections, one of which could otherwise take it first.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 30_000)
    if (await isPortFree(port, '127.0.0.1')) return port
  }
}

/** Whether a server could listen there. Throws when the host is not an address of this machine. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(port, host, () => server.close(() => resolve(true)))
  })
}
