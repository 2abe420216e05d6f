import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { modules } from '../modules.ts'
import { signInAs } from '../testing/sign-in.ts'
import { caller, PASSWORD, startTestApi, type TestApi } from '../testing/test-api.ts'
import { buildApp } from './build-app.ts'

let api: TestApi
let secure: TestApi['app']
beforeAll(async () => {
  api = await startTestApi()
  const config = { ...api.deps.config, secureCookies: true }
  secure = await buildApp({ ...api.deps, config }, modules)
})
afterAll(async () => {
  await secure.close()
  await api.close()
})

it('is, under https, one that only this host can set', async () => {
  const { email } = await signInAs(api, 'operator')
  const overTls = { 'x-forwarded-proto': 'https' }
  const body = { email, password: PASSWORD }
  const reply = await caller(secure, overTls)(contract.signIn, { body })
  const cookies = [reply.headers['set-cookie']].flat().map(String)
  expect(cookies).toEqual([
    expect.stringMatching(/^__Secure-steelyard_browser=.*; Secure/),
    expect.stringMatching(/^__Host-steelyard_sid=.*; Path=\/;.*; Secure/),
  ])
  expect(cookies[1]).not.toContain('Domain=')
  const cookie = cookies[1]?.split(';')[0] ?? ''
  const call = caller(secure, { ...overTls, cookie })
  expect((await call(contract.getSession)).body).toMatchObject({ email })
  const left = await call(contract.signOut)
  expect(String(left.headers['set-cookie'])).toMatch(/__Host-steelyard_sid=;.*Path=\/;.*Secure/)
  expect((await call(contract.getSession)).status).toBe(401)
})
