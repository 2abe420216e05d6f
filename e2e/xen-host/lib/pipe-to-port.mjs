// `node pipe-to-port.mjs PORT` connects its standard input to a port on loopback and back. QEMU starts
// it for each connection that a host opens to its peer, and gives it one socket as input, output and
// error output: whatever else it printed would reach the host as the peer's words. It is JavaScript
// because older versions of Node.js take half a second to load TypeScript.
import net from 'node:net'

const host = new net.Socket({ fd: 0, readable: true, writable: true, allowHalfOpen: true })
const peer = net.connect({
  host: '127.0.0.1',
  port: Number(process.argv[2]),
  allowHalfOpen: true,
  noDelay: true,
})
for (const end of [host, peer]) {
  end.on('error', () => process.exit(1))
  end.on('close', () => process.exit(0))
}
host.pipe(peer)
peer.pipe(host)
