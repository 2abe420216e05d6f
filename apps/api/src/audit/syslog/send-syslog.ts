import { once } from 'node:events'
import net from 'node:net'
import tls from 'node:tls'

const PATIENCE_MS = 10_000

/**
 * Sends messages over one connection of its own, and returns once the server has closed it too:
 * TCP then has acknowledged every byte. Syslog itself has no receipts.
 * @param url `tls://host:6514` or `tcp://host:514`
 */
export async function sendSyslog(url: string, messages: readonly Buffer[]): Promise<void> {
  const { protocol, hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const secure = protocol === 'tls:'
  const socket = secure
    ? tls.connect({ host, port: Number(port || 6514), servername: net.isIP(host) ? '' : host })
    : net.connect({ host, port: Number(port || 514) })
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error(`${hostname} does not answer`)))
  try {
    await once(socket, secure ? 'secureConnect' : 'connect')
    socket.resume() // servers say nothing, but their end has to be read
    const closed = once(socket, 'close')
    for (const message of messages) socket.write(message)
    socket.end()
    await closed
  } finally {
    socket.destroy()
  }
}
