import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../http/build-app.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

describe('every route', () => {
  it('must declare who may call it, or the app does not start', async () => {
    const forgetful = { routes: [], extend: (app: TestApi['app']) => void app.get('/x', () => 'x') }
    await expect(buildApp(api.deps, { modules: [forgetful] })).rejects.toThrow(
      'GET /x declares no access',
    )
  })

  it('answers 401 without credentials, unless it is public', async () => {
    expect((await api.anonymous(contract.listTokens)).status).toBe(401)
    expect((await api.anonymous(contract.getLive)).status).toBe(200)
  })
})
