import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { waitForJob } from '../../testing/wait-for-job.ts'
import { expectStatus, type HostClient, startHostClient } from '../testing/host-client.ts'

let client: HostClient
const servers: Server[] = []
beforeAll(async () => {
  client = await startHostClient()
})
afterAll(async () => {
  for (const server of servers) server.close()
  await client.close()
})

/** A port where something listens that is not an SSH server. */
async function listen(greeting?: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).resume()
    if (greeting) socket.end(greeting)
  })
  servers.push(server.listen(0, '127.0.0.1'))
  await once(server, 'listening')
  return (server.address() as { port: number }).port
}

let created = 0
async function createHost(): Promise<string> {
  created += 1
  const body = { name: `stranger${created}` }
  return expectStatus(await client.call(contract.createHost, { body }), 201).id
}

const connect = (id: string, port: number, address = '127.0.0.1', call = client.call) =>
  call(contract.connectHost, { params: { id }, body: { address, port, username: 'root' } })

async function begin(port: number, address?: string): Promise<contract.Job> {
  return expectStatus(await connect(await createHost(), port, address), 202).job
}

async function errorOf(port: number, address?: string) {
  const job = await begin(port, address)
  return (await waitForJob(client.api.deps, job.id)).error as contract.Trouble
}

describe('a machine that nobody has confirmed', () => {
  it('does not delay the enrolment of another by being silent', async () => {
    const silent = await listen()
    const waiting: contract.Job[] = []
    for (let count = 0; count < 10; count += 1) waiting.push(await begin(silent))
    const host = await client.probe(await client.startDouble())
    expect(host.connection.state).toBe('awaiting-confirmation')
    const states = await client.api.deps.db.job.findMany({
      where: { id: { in: waiting.map(({ id }) => id) } },
      select: { state: true },
    })
    expect(states).toEqual(Array(10).fill({ state: 'running' }))
    for (const { id } of waiting) await waitForJob(client.api.deps, id)
  })

  it('fails alike whether its port is closed, silent or of another service', async () => {
    const ports = [1, await listen(), await listen('220 mail.example.org ESMTP\r\n')]
    const errors = await Promise.all(ports.map((port) => errorOf(port)))
    const said = errors.map(({ code, message, fix }, i) => ({
      code,
      message: message.replace(`:${ports[i]}`, ':PORT'),
      fix,
    }))
    expect(said[0]).toMatchObject({
      code: 'unreachable',
      message: 'No SSH server answered at 127.0.0.1:PORT.',
    })
    expect(said).toEqual([said[0], said[0], said[0]])
  })

  it.each(['169.254.169.254', '::ffff:169.254.169.254', '::1', '10.0.0.1'])(
    'is not asked at %s, which the installation does not allow',
    async (address) => {
      expect(await errorOf(22, address)).toMatchObject({
        code: 'address-refused',
        fix: expect.stringContaining('STEELYARD_SSH_ALLOW'),
      })
    },
  )
})

describe('one person', () => {
  it('429: cannot have many machines asked, and the trail records the refusal', async () => {
    const { deps } = client.api
    const { sshProbes } = deps.config
    const other = await client.api.as('operator')
    const id = await createHost()
    deps.config.sshProbes = 3
    try {
      const statuses = []
      for (let count = 0; count < 5; count += 1) {
        statuses.push((await connect(id, 1, '127.0.0.1', other)).status)
      }
      expect(statuses).toEqual([202, 202, 202, 429, 429])
      const refusal = await connect(id, 1, '127.0.0.1', other)
      expect(refusal).toMatchObject({ body: { code: 'too-many-probes' } })
      const where = { action: 'host.connect', targetId: id }
      const events = await deps.db.auditEvent.findMany({ where, orderBy: { sequence: 'asc' } })
      const outcomes = events.map(({ outcome }) => outcome)
      expect(outcomes).toEqual([...Array(3).fill('succeeded'), ...Array(3).fill('refused')])
      expect(events.at(-1)?.detail).toMatchObject({ address: '127.0.0.1', port: 1 })
      const third = await client.api.as('operator')
      expect((await connect(id, 1, '127.0.0.1', third)).status).toBe(202)
    } finally {
      deps.config.sshProbes = sshProbes
    }
  })
})

describe('an address that is checked before there is a host', () => {
  const check = async (port: number, address = '127.0.0.1') => {
    const answer = await client.call(contract.checkAddress, { body: { address, port } })
    const job = await waitForJob(client.api.deps, expectStatus(answer, 202).job.id)
    return [job.state, (job.error as contract.Trouble | null)?.code ?? null]
  }

  it('passes where an SSH server answers, and keeps nothing', async () => {
    const before = await client.api.deps.db.host.count()
    expect(await check((await client.startDouble()).port)).toEqual(['succeeded', null])
    expect(await client.api.deps.db.host.count()).toBe(before)
  })

  it('fails where none does, for one reason whatever is there', async () => {
    expect(await check(await listen('220 mail.example.org'))).toEqual(['failed', 'unreachable'])
    expect(await check(1)).toEqual(['failed', 'unreachable'])
  })
})
