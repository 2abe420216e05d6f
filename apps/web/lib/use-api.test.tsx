import type { Host } from '@steelyard/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryKeyOf } from './query-keys.ts'
import { aHost, idOf } from './testing/fixtures.ts'
import { problem } from './testing/render.tsx'
import { useApiMutation } from './use-api.ts'

/** The calls that reached the API, and the answers to the next ones. */
let calls: { method: string; key: string | undefined }[] = []
let answers: (() => Response)[] = []

const created = () => Response.json(aHost(), { status: 201 })
const lost = () => {
  throw new TypeError('Failed to fetch')
}

beforeEach(() => {
  calls = []
  answers = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const headers = init.headers as Record<string, string>
    calls.push({ method: init.method ?? '', key: headers['idempotency-key'] })
    return answers.shift()?.() ?? created()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The mutations as a component gets them; a test calls them in place of a click. */
function mutationsOf(client = new QueryClient()) {
  const got: {
    add?: (options: { body: { name: string } }) => Promise<Host>
    remove?: (options: { params: { id: string } }) => Promise<unknown>
  } = {}
  function Probe() {
    got.add = useApiMutation('createHost', { invalidates: ['listHosts'] }).mutateAsync
    got.remove = useApiMutation('deleteHost').mutateAsync
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  )
  return { add: got.add!, remove: got.remove! }
}

async function settled<T>(promise: Promise<T>): Promise<T> {
  const outcome = promise.catch(() => undefined)
  await vi.runAllTimersAsync()
  await outcome
  return promise
}

describe('a call that creates something', () => {
  it('carries its own idempotency key', async () => {
    const { add } = mutationsOf()
    await settled(add({ body: { name: 'xen-1' } }))
    await settled(add({ body: { name: 'xen-1' } }))
    const keys = calls.map(({ key }) => key)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(new Set(keys).size).toBe(2)
  })

  it('is repeated with the same key when the connection is lost', async () => {
    answers = [lost, lost, created]
    const host = await settled(mutationsOf().add({ body: { name: 'xen-1' } }))
    expect(host.name).toBe('xen-1')
    expect(calls).toHaveLength(3)
    expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
  })

  it('gives up after three attempts', async () => {
    answers = [lost, lost, lost, created]
    await expect(settled(mutationsOf().add({ body: { name: 'xen-1' } }))).rejects.toMatchObject({
      problem: { code: 'unreachable' },
    })
    expect(calls).toHaveLength(3)
  })

  it('is not repeated after a refusal', async () => {
    answers = [() => Response.json(problem(409), { status: 409 })]
    await expect(settled(mutationsOf().add({ body: { name: 'xen-1' } }))).rejects.toMatchObject({
      problem: { status: 409 },
    })
    expect(calls).toHaveLength(1)
  })
})

describe('a call that creates nothing', () => {
  it('has no key, and is never repeated', async () => {
    answers = [lost]
    await expect(settled(mutationsOf().remove({ params: { id: idOf(1) } }))).rejects.toBeDefined()
    expect(calls).toEqual([{ method: 'DELETE', key: undefined }])
  })
})

describe('cached answers', () => {
  const known = () => {
    const client = new QueryClient()
    client.setQueryData(queryKeyOf('listHosts', { query: { limit: 100 } }), { data: [] })
    client.setQueryData(queryKeyOf('createHost', { params: { id: 1 } }), {})
    return client
  }
  const readAnew = (client: QueryClient) =>
    client
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey[0])

  it('are invalidated for the named endpoints only, whatever their filter', async () => {
    const client = known()
    await settled(mutationsOf(client).add({ body: { name: 'xen-1' } }))
    expect(readAnew(client)).toEqual(['listHosts'])
  })

  it('are kept when the call failed', async () => {
    const client = known()
    answers = [() => Response.json(problem(422), { status: 422 })]
    await settled(mutationsOf(client).add({ body: { name: 'xen-1' } })).catch(() => undefined)
    expect(readAnew(client)).toEqual([])
  })
})

describe('the key of a cached answer', () => {
  it('depends on parameters and query, and begins with the endpoint', () => {
    const keys = [
      queryKeyOf('listHosts'),
      queryKeyOf('listHosts', { query: { limit: 1 } }),
      queryKeyOf('listHosts', { query: { limit: 2 } }),
      queryKeyOf('listHosts', { params: { id: idOf(1) } }),
    ]
    expect(new Set(keys.map((key) => JSON.stringify(key))).size).toBe(4)
    expect(keys.every(([id]) => id === 'listHosts')).toBe(true)
  })
})
