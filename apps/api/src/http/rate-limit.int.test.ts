import * as contract from '@steelyard/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../modules.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { buildApp } from './build-app.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ rateLimits: { normal: 20, strict: 3 } })
})
afterAll(() => api.close())

const from = (ip: string) => ({ 'x-forwarded-for': ip })
const signIn = (ip: string) =>
  api.anonymous(contract.signIn, {
    body: { email: `${crypto.randomUUID()}@example.org`, password: 'x' },
    headers: from(ip),
  })

describe('429', () => {
  it('comes sooner where secrets could be guessed, per address, with Retry-After', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 4; i++) statuses.push((await signIn('192.0.2.1')).status)
    expect(statuses).toEqual([401, 401, 401, 429])
    const refused = await signIn('192.0.2.1')
    expect(refused.body.code).toBe('rate-limited')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await signIn('192.0.2.2')).status).toBe(401)
  })

  it('counts what several APIs were asked where secrets could be guessed', async () => {
    const second = await buildApp(api.deps, modules, { rateLimits: { normal: 20, strict: 3 } })
    const url = '/api/v1/session'
    const payload = { email: 'ada@example.org', password: 'x' }
    const headers = from('192.0.2.7')
    const ask = async (app: FastifyInstance) =>
      (await app.inject({ method: 'POST', url, headers, payload })).statusCode
    expect(await ask(api.app)).toBe(401)
    expect(await ask(second)).toBe(401)
    expect(await ask(api.app)).toBe(401)
    expect(await ask(second)).toBe(429)
    await second.close()
  })

  it('comes before any lookup, also for unknown paths', async () => {
    const url = '/api/v1/nowhere'
    const statuses = new Map<number, number>()
    for (let i = 0; i < 25; i++) {
      const { statusCode } = await api.app.inject({ url, headers: from('192.0.2.9') })
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    }
    expect(Object.fromEntries(statuses)).toEqual({ 404: 20, 429: 5 })
  })

  it('comes before the body is read', async () => {
    for (let i = 0; i < 3; i++) await signIn('192.0.2.3')
    const reply = await api.app.inject({
      method: 'POST',
      url: '/api/v1/session',
      headers: { ...from('192.0.2.3'), 'content-type': 'application/json' },
      payload: '{"broken',
    })
    expect(reply.statusCode).toBe(429)
  })
})
