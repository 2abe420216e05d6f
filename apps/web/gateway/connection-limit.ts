import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { type IsTrusted, peerAddress } from './client-address.ts'

/**
 * Lets no client hold all connections: beyond its number, a new one takes the place of its oldest
 * without a request, or is closed. A trusted proxy has as many as it needs, for all its clients.
 */
export function limitConnections(
  server: Server,
  perClient: number,
  isTrusted: IsTrusted,
  onRefusal: (address: string) => void,
): void {
  const clients = new Map<string, Set<Socket>>() // each set in the order of arrival
  const busy = new WeakSet<Socket>()
  server.on('request', ({ socket }, response) => {
    busy.add(socket)
    response.once('close', () => busy.delete(socket))
  })
  server.on('connection', (socket: Socket) => {
    const address = peerAddress(socket)
    if (isTrusted(address)) return
    const own = clients.get(address) ?? new Set()
    if (own.size >= perClient) {
      const victim = [...own].find((each) => !busy.has(each)) ?? socket
      onRefusal(address)
      own.delete(victim)
      victim.destroy()
      if (victim === socket) return
    }
    clients.set(address, own.add(socket))
    socket.once('close', () => {
      own.delete(socket)
      if (own.size === 0 && clients.get(address) === own) clients.delete(address)
    })
  })
}
