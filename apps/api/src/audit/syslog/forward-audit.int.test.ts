import { once } from 'node:events'
import net, { type AddressInfo, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { systemActor } from '../../access/actor.ts'
import { startTestDeps, type TestDeps } from '../../testing/test-deps.ts'
import { audit } from '../audit.ts'
import { forwardAudit } from './forward-audit.ts'
import { selfSigned } from './self-signed.fixture.ts'

let deps: TestDeps
let server: Server
/** What the syslog server got, connection by connection. */
let received: string[]
let onConnection: (socket: Socket) => void
beforeEach(async () => {
  deps = await startTestDeps()
  received = []
  onConnection = keep
  server = net.createServer((socket) => onConnection(socket)).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  server.close()
  await deps.close()
})

function keep(socket: Socket): void {
  const at = received.push('') - 1
  socket.on('data', (data) => {
    received[at] = `${received[at]}${data}`
  })
}

const write = (action: string) =>
  deps.db.$transaction((tx) => audit(tx, systemActor('agent'), { action }))
const forward = (protocol = 'tcp', { port } = server.address() as AddressInfo) =>
  forwardAudit({
    db: deps.db,
    config: { ...deps.config, syslogUrl: `${protocol}://127.0.0.1:${port}` },
  })
const actions = () =>
  received.map((text) => [...text.matchAll(/"action":"([^"]+)"/g)].map((m) => m[1]))

describe('the syslog server', () => {
  it('gets every event once, in order', async () => {
    await write('a.first')
    await write('a.second')
    await forward()
    await forward()
    await write('a.third')
    await forward()
    expect(actions()).toEqual([['a.first', 'a.second'], ['a.third']])
  })

  it('gets later what it could not take', async () => {
    await write('a.first')
    onConnection = (socket) => socket.resetAndDestroy()
    await expect(forward()).rejects.toThrow()
    onConnection = keep
    await write('a.second')
    await forward()
    expect(actions()).toEqual([['a.first', 'a.second']])
  })

  it('gets an event once from several agents at a time', async () => {
    await write('a.first')
    await Promise.all([forward(), forward(), forward()])
    expect(actions()).toEqual([['a.first']])
  })

  it('gets nothing under a certificate that is not trusted', async () => {
    await write('a.first')
    const secure = tls.createServer(selfSigned, keep).listen(0, '127.0.0.1')
    await once(secure, 'listening')
    try {
      const address = secure.address() as AddressInfo
      await expect(forward('tls', address)).rejects.toThrow(/self-signed/)
      expect(received.join('')).toBe('')
    } finally {
      secure.close()
    }
  })

  it('is none unless it is set', async () => {
    await write('a.first')
    await forwardAudit(deps)
    expect(await deps.db.auditForwarding.count()).toBe(0)
  })
})
