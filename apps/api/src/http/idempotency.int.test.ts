import { endpoint } from '@steelyard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { conflict } from '../errors.ts'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'
import { defineRoute } from './define-route.ts'

const make = endpoint({
  id: 'make',
  method: 'POST',
  path: '/things',
  tag: 'Test',
  summary: 'Make a thing',
  body: z.object({ name: z.string(), password: z.string().optional() }),
  status: 201,
  response: z.object({ number: z.number(), name: z.string() }),
  idempotent: true,
})

let made = 0
let work: () => Promise<void>
const route = defineRoute(make, {
  access: 'signed-in',
  location: ({ number }) => `/things/${number}`,
  async handler({ body }) {
    made += 1
    await work()
    return { number: made, name: body.name }
  },
})

let api: TestApi
let caller: Caller
beforeAll(async () => {
  api = await startTestApi({ modules: [{ routes: [route] }] })
  caller = await api.as('operator')
})
beforeEach(() => {
  made = 0
  work = async () => {}
})
afterAll(() => api.close())

function send(key: string | undefined, body: object = { name: 'a' }, as = caller) {
  return as(make, { body, headers: key === undefined ? {} : { 'idempotency-key': key } })
}

describe('an Idempotency-Key', () => {
  it('returns the first answer again, with its status and location, and repeats nothing', async () => {
    const first = await send('k1')
    const again = await send('k1')
    expect(made).toBe(1)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.location).toBe('/api/v1/things/1')
    expect(first.headers['idempotency-replayed']).toBeUndefined()
    expect(again.headers['idempotency-replayed']).toBe('true')
  })

  it('is optional', async () => {
    await send(undefined)
    await send(undefined)
    expect(made).toBe(2)
  })

  it('belongs to its principal', async () => {
    await send('k2')
    await send('k2', { name: 'a' }, await api.as('operator'))
    expect(made).toBe(2)
  })

  it('refuses another request with 422', async () => {
    await send('k3')
    const other = await send('k3', { name: 'b' })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency-key-reused'])
    expect(made).toBe(1)
  })

  it('refuses a second request with 409 while the first is in progress', async () => {
    let release = () => {}
    const begun = new Promise<void>((begin) => {
      work = () =>
        new Promise((resolve) => {
          release = resolve
          begin()
        })
    })
    const first = send('k4')
    await begun
    const second = await send('k4')
    expect([second.status, second.body.code]).toEqual([409, 'idempotency-in-flight'])
    release()
    expect((await first).status).toBe(201)
    expect(made).toBe(1)
  })

  it('is free again after a refusal', async () => {
    work = async () => {
      throw conflict('busy', 'Busy.')
    }
    expect((await send('k5')).status).toBe(409)
    work = async () => {}
    expect((await send('k5')).status).toBe(201)
  })

  it('is free again after a day', async () => {
    await send('k6')
    await api.deps.db.idempotencyRecord.updateMany({ data: { expiresAt: new Date(0) } })
    await send('k6')
    expect(made).toBe(2)
  })

  it.each(['', ' ', 'a b', 'ä', 'x'.repeat(129)])('is invalid as %j', async (key) => {
    const reply = await send(key)
    expect([reply.status, reply.body.invalidParams?.[0].name]).toEqual([
      422,
      'header.Idempotency-Key',
    ])
  })

  it('leaves no password, and no hash that could be searched, in the database', async () => {
    await send('k7', { name: 'a', password: 'hunter2 hunter2' })
    const rows = await api.deps.db.idempotencyRecord.findMany()
    expect(JSON.stringify(rows)).not.toContain('hunter2')
    const { createHash } = await import('node:crypto')
    const plain = createHash('sha256')
      .update(`POST /api/v1/things\n${JSON.stringify({ name: 'a', password: 'hunter2 hunter2' })}`)
      .digest('hex')
    expect(rows.map((row) => row.requestHash)).not.toContain(plain)
  })
})
