import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { defineRoute } from './define-route.ts'

const operation = (id: string, path: string) =>
  contract.endpoint({
    id,
    method: 'POST',
    path,
    tag: 'Test',
    summary: id,
    body: z.object({ n: z.number() }),
    status: 200,
    response: z.object({ n: z.number() }),
  })

const routes = [
  defineRoute(operation('crash', '/crash'), {
    access: 'public',
    async handler() {
      throw new Error('connect ECONNREFUSED postgresql://steelyard:hunter2@db')
    },
  }),
  defineRoute(operation('lie', '/lie'), {
    access: 'public',
    handler: async () => ({ n: 'not a number' }) as never,
  }),
  defineRoute(operation('forget', '/forget'), {
    access: 'public',
    audit: 'thing.change',
    handler: async ({ body }) => body,
  }),
  defineRoute(operation('echo', '/echo'), {
    access: 'public',
    handler: async ({ body }) => body,
  }),
]

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ modules: [{ routes }] })
})
afterAll(() => api.close())

const json = { 'content-type': 'application/json' }
async function send(url: string, options: object = {}) {
  const reply = await api.app.inject({ method: 'POST', url: `/api/v1${url}`, ...options })
  expect(reply.headers['content-type']).toMatch(/^application\/problem\+json/)
  const problem = contract.Problem.parse(reply.json())
  expect(problem.status).toBe(reply.statusCode)
  expect(reply.headers['x-request-id']).toBe(problem.requestId)
  expect(reply.headers['cache-control']).toBe('no-store')
  return { ...problem, allow: reply.headers.allow }
}

describe('every failure is problem+json', () => {
  it.each([
    ['malformed JSON', '/echo', { headers: json, payload: '{"n":' }, 400, 'invalid'],
    ['an empty JSON body', '/echo', { headers: json, payload: '' }, 400, 'invalid'],
    [
      'a prototype in JSON',
      '/echo',
      { headers: json, payload: '{"__proto__":{"n":1}}' },
      400,
      'invalid',
    ],
    ['a wrong type', '/echo', { payload: { n: 'x' } }, 400, 'invalid'],
    ['no body', '/echo', {}, 400, 'invalid'],
    ['an unknown path', '/nowhere', {}, 404, 'not-found'],
    ['a path outside the API', '/../../etc/passwd', {}, 404, 'not-found'],
    ['a wrong method', '/echo', { method: 'PUT' }, 405, 'method-not-allowed'],
    ['a large body', '/echo', { payload: { n: 'x'.repeat(2 ** 20) } }, 413, 'too-large'],
    [
      'XML',
      '/echo',
      { headers: { 'content-type': 'text/xml' }, payload: '<n/>' },
      415,
      'unsupported-media-type',
    ],
    ['a crash', '/crash', { payload: { n: 1 } }, 500, 'internal'],
    ['an answer that breaks the contract', '/lie', { payload: { n: 1 } }, 500, 'internal'],
    ['a change without its audit row', '/forget', { payload: { n: 1 } }, 500, 'internal'],
  ])('%s', async (_, url, options, status, code) => {
    expect(await send(url, options)).toMatchObject({ status, code })
  })

  it('names what was refused and what is allowed', async () => {
    expect((await send('/echo', { payload: { n: 'x' } })).invalidParams).toMatchObject([
      { name: 'body.n' },
    ])
    expect((await send('/echo', { method: 'PUT' })).allow).toBe('POST')
  })

  it('reveals nothing about an unexpected error', async () => {
    expect(JSON.stringify(await send('/crash', { payload: { n: 1 } }))).not.toMatch(/hunter2|ECONN/)
  })

  it('accepts a plain request id from the caller and replaces any other', async () => {
    const idFor = async (id: string) =>
      (await send('/nowhere', { headers: { 'x-request-id': id } })).requestId
    expect(await idFor('trace-0123456789')).toBe('trace-0123456789')
    for (const forged of ['short', 'with space 123', '{"level":60}', 'x'.repeat(65)]) {
      expect(await idFor(forged)).not.toBe(forged)
    }
  })
})

describe('headers', () => {
  it('forbid framing, sniffing, caching and scripts', async () => {
    const { headers } = await api.app.inject('/api/v1/nowhere')
    expect(headers).toMatchObject({
      'content-security-policy':
        "default-src 'none';object-src 'none';base-uri 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['x-powered-by']).toBeUndefined()
  })
})
