import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDb, isUnreachable, readAtOnce } from './db.ts'
import { startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

it('a consistent read sees nothing that is written during it', async () => {
  const { db } = api.deps
  const [before, after] = await readAtOnce(db, async (tx) => {
    const first = await tx.host.count()
    await db.host.create({ data: { name: 'xen1' } })
    return [first, await tx.host.count()]
  })
  expect([before, after, await db.host.count()]).toEqual([0, 0, 1])
})

/** The address of something that is no PostgreSQL and treats each connection in one way. */
async function served(treat: (socket: net.Socket) => void, host = '127.0.0.1'): Promise<string> {
  const server = net.createServer(treat).listen(0, host)
  await once(server, 'listening')
  servers.push(server)
  return `postgresql://a:b@127.0.0.1:${(server.address() as net.AddressInfo).port}/c`
}
const servers: net.Server[] = []
afterAll(() => {
  for (const server of servers) server.close()
})

describe('a database that does not answer is recognised', () => {
  const nobody = async (host: string) => {
    const url = new URL(await served((socket) => socket.destroy()))
    servers.pop()!.close()
    url.hostname = host
    return url.href
  }
  it.each([
    ['nobody listens', () => nobody('127.0.0.1')],
    ['nobody listens on any address of the name', () => nobody('localhost')],
    ['the name is unknown', async () => 'postgresql://a:b@steelyard.invalid/c'],
    ['it hangs up', () => served((socket) => socket.destroy())],
    ['it resets the connection', () => served((socket) => socket.resetAndDestroy())],
    ['it is silent', () => served(() => {})],
  ])('%s', async (_, address) => {
    const db = createDb(await address(), 1)
    const failures = await Promise.all(
      [
        db.user.count(),
        db.$queryRaw`SELECT 1`,
        db.$transaction(async (tx) => tx.user.count()),
        db.$transaction([db.user.count()]),
      ].map((query) => query.then(() => 'no failure', isUnreachable)),
    )
    await db.$disconnect()
    expect(failures).toEqual([true, true, true, true])
  })

  it('a pool whose connections are all taken for long', async () => {
    const db = createDb(api.deps.config.databaseUrl, 1)
    await db.$transaction(async () => {
      const queries = [db.user.count(), db.$transaction(async (tx) => tx.user.count())]
      for (const query of queries) expect(await query.catch(isUnreachable)).toBe(true)
    })
    await db.$disconnect()
  })

  it('what the database refuses is not', async () => {
    const { db } = api.deps
    const host = { id: crypto.randomUUID(), name: 'twice' }
    await db.host.create({ data: host })
    const refused = db.host.create({ data: host })
    expect(isUnreachable(await refused.catch((error) => error))).toBe(false)
    expect(isUnreachable(await db.$queryRaw`SELEC 1`.catch((error) => error))).toBe(false)
  })
})
