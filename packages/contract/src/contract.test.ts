import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as contract from './index.ts'
import { ApiError, createClient, type Endpoint, urlOf } from './index.ts'

const endpoints = (Object.values(contract) as unknown[]).filter(
  (value): value is Endpoint =>
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value,
)

describe('every endpoint', () => {
  it.each(endpoints.map((e) => [e.id, e] as const))('%s is coherent', (id, endpoint) => {
    expect((contract as Record<string, unknown>)[id]).toBe(endpoint)
    const named = [...endpoint.path.matchAll(/:([a-zA-Z]+)/g)].map((m) => m[1])
    const declared =
      endpoint.params instanceof z.ZodObject ? Object.keys(endpoint.params.shape) : []
    expect(declared.sort()).toEqual(named.sort())
    // What it answers is declared; only 204 and tus (its answer is all headers) have no body.
    const hasBody = Boolean(endpoint.response ?? endpoint.produces)
    expect(hasBody).toBe(endpoint.status !== 204 && !id.startsWith('tus'))
  })
  it('has a method and path of its own', () => {
    const keys = endpoints.map((e) => `${e.method} ${e.path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
})

describe('createClient', () => {
  const answer = (status: number, body: unknown) =>
    createClient('/api/v1', async () => new Response(JSON.stringify(body), { status }))

  it('fills paths and queries, escaping both', () => {
    expect(urlOf('/api/v1', '/hosts/:id/x', { id: 'a/b' }, { q: 'c d', none: undefined })).toBe(
      '/api/v1/hosts/a%2Fb/x?q=c+d',
    )
  })
  it('throws the problem that the API told', async () => {
    const problem = {
      type: 't',
      title: 'Not found',
      status: 404,
      detail: 'No such host.',
      code: 'not-found',
      requestId: 'r',
    }
    await expect(
      answer(404, problem)(contract.getHost, { params: { id: crypto.randomUUID() } }),
    ).rejects.toMatchObject({
      problem,
    })
  })
  it('makes a problem of an answer that is none', async () => {
    const failure = await answer(502, '<html>')(contract.getSetup).catch((e: unknown) => e)
    expect(failure).toBeInstanceOf(ApiError)
    expect((failure as ApiError).problem).toMatchObject({ status: 502, code: 'unexpected-answer' })
  })
  it('refuses an answer that breaks the contract', async () => {
    await expect(answer(200, { needed: 'yes' })(contract.getSetup)).rejects.toThrow(z.ZodError)
  })
})
