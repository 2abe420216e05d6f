import { createServer } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { generateHostKeyPair } from '../access/generate-host-key-pair.ts'
import { HostError } from '../host-error.ts'
import { readHost } from '../read-host.ts'
import { type Fixture, LOOPBACK, startFixture } from '../testing/fixture.ts'
import { connectHost } from './connect-host.ts'
import { probeHostKey } from './probe-host-key.ts'

async function failure(attempt: Promise<unknown>): Promise<HostError> {
  const error = await attempt.then(
    () => new Error('it succeeded'),
    (reason: unknown) => reason,
  )
  if (error instanceof HostError) return error
  throw error
}

const onLoopback = (port: number) => ({ address: '127.0.0.1', port, rules: LOOPBACK })

let fixture: Fixture
beforeEach(async () => {
  fixture = await startFixture()
})
afterEach(() => fixture.stop())

describe('enrolment', () => {
  it('shows the key that the host presents, without trying to authenticate', async () => {
    const { double } = fixture
    expect(await probeHostKey(onLoopback(double.port))).toEqual({
      fingerprint: double.hostKeyFingerprint,
      algorithm: 'ssh-ed25519',
    })
    expect(double.authenticationAttempts).toBe(0)
  })

  it('reports when nothing listens, and when the other side stays silent', async () => {
    const silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(
      0,
      '127.0.0.1',
    )
    await new Promise((resolve) => silent.once('listening', resolve))
    const { port } = silent.address() as { port: number }
    const late = await failure(probeHostKey(onLoopback(port), { timeoutMs: 200 }))
    expect(late.code).toBe('timeout')
    await new Promise((resolve) => silent.close(resolve))
    expect((await failure(probeHostKey(onLoopback(port)))).code).toBe('unreachable')
  })

  it.each(['-oProxyCommand=x', 'a b', 'host\n', ''])(
    'refuses %j as an address',
    async (address) => {
      expect((await failure(probeHostKey({ address, port: 22, rules: LOOPBACK }))).code).toBe(
        'invalid-argument',
      )
    },
  )
})

describe('connectHost', () => {
  it('refuses a changed host key before authentication', async () => {
    const { double, connection } = fixture
    double.changeHostKey()
    const error = await failure(connectHost(connection))
    expect(error).toMatchObject({
      code: 'host-key-changed',
      presentedFingerprint: double.hostKeyFingerprint,
    })
    expect(error.detail).toBe(
      `pinned ${connection.hostKeyFingerprint}, presented ${double.hostKeyFingerprint}`,
    )
    expect(double.connections).toBe(1)
    expect(double.authenticationAttempts).toBe(0)
  })

  it.each(['', 'SHA256:', 'SHA256:*'])(
    'does not accept %j as a pin',
    async (hostKeyFingerprint) => {
      const error = await failure(connectHost({ ...fixture.connection, hostKeyFingerprint }))
      expect(error.code).toBe('invalid-argument')
      expect(fixture.double.connections).toBe(0)
    },
  )

  it('reports that the host refused the key, without revealing it', async () => {
    const { privateKey } = generateHostKeyPair('another')
    const error = await failure(connectHost({ ...fixture.connection, privateKey }))
    expect(error.code).toBe('auth-failed')
    expect(`${error.message}${error.detail}${error.stack}`).not.toContain('PRIVATE KEY')
    expect(fixture.double.commands).toEqual([])
  })

  it('reports that the stored key cannot be read', async () => {
    const error = await failure(connectHost({ ...fixture.connection, privateKey: 'nonsense' }))
    expect(error.code).toBe('invalid-argument')
  })

  it('tries again when sshd drops connections before the handshake, but not forever', async () => {
    fixture.double.faults.dropConnections = 2
    const shell = await fixture.connect()
    expect((await shell.run({ verb: 'info' })).exitCode).toBe(0)
    expect(fixture.double.connections).toBe(3)
    fixture.double.faults.dropConnections = 99
    expect((await failure(connectHost(fixture.connection))).code).toBe('unreachable')
    expect(fixture.double.connections).toBe(3 + 4)
  })

  it('can be cancelled', async () => {
    const signal = AbortSignal.abort()
    expect((await failure(connectHost(fixture.connection, { signal }))).code).toBe('cancelled')
  })
})

describe('running commands', () => {
  it('closes the connection when a command hangs', async () => {
    const shell = await fixture.connect({ commandTimeoutMs: 100 })
    fixture.double.faults.hangOn = 'info'
    expect((await failure(shell.run({ verb: 'info' }))).code).toBe('timeout')
    expect((await failure(shell.run({ verb: 'list-uuids' }))).code).toBe('connection-lost')
  })

  it('reports a connection that is cut during a command, and after it', async () => {
    const shell = await fixture.connect()
    fixture.double.beforeCommand = () => fixture.double.cutConnections()
    expect((await failure(shell.run({ verb: 'info' }))).code).toBe('connection-lost')
    expect((await failure(shell.run({ verb: 'info' }))).code).toBe('connection-lost')
  })

  it('can be cancelled', async () => {
    const shell = await fixture.connect()
    const controller = new AbortController()
    fixture.double.faults.hangOn = 'info'
    fixture.double.beforeCommand = () => controller.abort()
    const running = shell.run({ verb: 'info' }, { signal: controller.signal })
    expect((await failure(running)).code).toBe('cancelled')
  })
})

describe('readHost', () => {
  it('combines the tables into one inventory', async () => {
    const inventory = await readHost(await fixture.connect())
    expect(inventory).toMatchObject({ xenVersion: '4.17.7', scheduler: 'credit', pCpus: 1 })
    expect(inventory.cpupools).toEqual([
      {
        name: 'Pool-0',
        pCpus: 1,
        pCpuNumbers: [0],
        scheduler: 'credit',
        timeSliceMs: 30,
        rateLimitUs: 1000,
        migrationDelayUs: 0,
      },
    ])
    expect(inventory.domains.map(({ name, weight, cap }) => [name, weight, cap])).toEqual([
      ['Domain-0', 256, 0],
      ['vm1', 256, 0],
      ['vm2', 256, 0],
      ['vm3', 256, 0],
    ])
  })

  it('reads once more when a domain ends between two tables', async () => {
    const { double } = fixture
    double.beforeCommand = (line) => {
      if (line !== 'xl sched-credit') return
      double.beforeCommand = () => {}
      double.host.domains.pop()
    }
    const names = (await readHost(await fixture.connect())).domains.map((domain) => domain.name)
    expect(names).toEqual(['Domain-0', 'vm1', 'vm2'])
  })

  it('never treats a missing row as "no weight"', async () => {
    const { double } = fixture
    // The pool's scheduler is credit, but the command answers as under another scheduler: with no
    // output.
    double.beforeCommand = (line) => {
      double.host.cpupools[0]!.scheduler = line === 'xl sched-credit' ? 'credit2' : 'credit'
    }
    expect((await failure(readHost(await fixture.connect()))).code).toBe('unexpected-answer')
  })

  it('reads a host without weights', async () => {
    fixture.double.host.cpupools[0]!.scheduler = 'rtds'
    const { domains } = await readHost(await fixture.connect())
    expect(domains.every(({ weight, cap }) => weight === null && cap === null)).toBe(true)
  })

  it('leaves out the dying twin of a restarted domain', async () => {
    const { domains } = fixture.double.host
    domains.push({ ...domains[1]!, id: 9, name: '(null)', state: '---s-d' })
    const names = (await readHost(await fixture.connect())).domains.map((domain) => domain.name)
    expect(names).toEqual(['Domain-0', 'vm1', 'vm2', 'vm3'])
  })

  it('refuses noise', async () => {
    fixture.double.faults.garbageOn = 'list -v'
    expect((await failure(readHost(await fixture.connect()))).code).toBe('unexpected-answer')
  })
})

describe('accounts other than root', () => {
  it('use sudo', async () => {
    const other = await startFixture({ username: 'steelyard' })
    await readHost(await other.connect())
    expect(other.double.commands.every((line) => line.startsWith('sudo -n xl '))).toBe(true)
    await other.stop()
  })

  it('report what is missing when sudo refuses a verb', async () => {
    const sudoAllows = /^xl (info|list -v|cpupool-list( -c)?)$/
    const other = await startFixture({ username: 'steelyard', sudoAllows })
    const error = await failure(readHost(await other.connect()))
    expect(error.code).toBe('permission-denied')
    expect(error.message).toContain('`sudo -n xl vcpu-list`')
    expect(error.detail).toBe('sudo: a password is required')
    await other.stop()
  })
})
