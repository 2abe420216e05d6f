import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modules } from '../modules.ts'
import { signInAs } from '../testing/sign-in.ts'
import { type Caller, startTestApi, type TestApi } from '../testing/test-api.ts'
import { buildApp } from './build-app.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const routes = modules.flatMap((module) => module.routes)
const guarded = routes.filter(({ options }) => options.access !== 'public')

describe('every route', () => {
  it('must declare who may call it, or the app does not start', async () => {
    const forgetful = { routes: [], extend: (app: TestApi['app']) => void app.get('/x', () => 'x') }
    await expect(buildApp(api.deps, [forgetful])).rejects.toThrow('GET /x declares no access')
  })

  it('that is documented as guarded answers 401 without credentials', async () => {
    const document = (await api.app.inject('/api/v1/openapi.json')).json()
    let asked = 0
    for (const [path, operations] of Object.entries<Record<string, { security: [] }>>(
      document.paths,
    )) {
      for (const [method, { security }] of Object.entries(operations)) {
        if (security.length === 0) continue
        const url = path.replace(/\{\w+\}/g, () => crypto.randomUUID())
        const reply = await api.app.inject({ method: method as 'GET', url })
        expect([method, path, reply.statusCode]).toEqual([method, path, 401])
        asked += 1
      }
    }
    expect(asked).toBeGreaterThanOrEqual(guarded.length)
  })

  it('with a permission answers 403 to a token without it, before looking at the request', async () => {
    const powerless = await api.as('administrator', [])
    for (const { endpoint, options } of guarded) {
      if (options.access === 'signed-in') continue
      const { status } = await powerless(endpoint, { params: { id: 'x' } })
      expect([endpoint.id, status]).toEqual([endpoint.id, 403])
    }
  })

  it('that changes something declares its audit action, unless it only takes a measurement', () => {
    const silent = guarded
      .filter(({ endpoint: { method, readOnly } }) => method !== 'GET' && !readOnly)
      .filter(({ options }) => !options.audit)
      .map(({ endpoint }) => endpoint.id)
    // A report comes every ten seconds and would bury what people did.
    expect(silent).toEqual(['sendLoadBalancerReport'])
  })
})

describe('a caller that sends a token and a cookie', () => {
  it('acts as the token, with its fewer permissions', async () => {
    const { cookie } = await signInAs(api, 'administrator')
    const narrow = await api.as('administrator', ['hosts:read'])
    const call: Caller = (endpoint) => narrow(endpoint, { headers: { cookie } })
    expect((await call(contract.listTokens)).status).toBe(403)
    const forged = { cookie, authorization: 'Bearer sty_wrong' }
    expect((await api.anonymous(contract.getSession, { headers: forged })).status).toBe(401)
    expect((await api.anonymous(contract.getSession, { headers: { cookie } })).status).toBe(200)
  })
})
