import * as contract from '@steelyard/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cookieOf, signInAs } from '../testing/sign-in.ts'
import { caller, PASSWORD, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
let email: string
beforeAll(async () => {
  api = await startTestApi()
  ;({ email } = await signInAs(api, 'operator'))
})
afterAll(() => api.close())

async function submit(fields: Record<string, string>, headers: Record<string, string> = {}) {
  const { statusCode, headers: answered } = await api.app.inject({
    method: 'POST',
    url: `/api/v1${contract.SIGN_IN_FORM_PATH}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: statusCode, location: answered.location, cookie: answered['set-cookie'] }
}

it('leads on with a session cookie', async () => {
  const reply = await submit({ email, password: PASSWORD, next: '/hosts/7?tab=a b' })
  expect(reply).toMatchObject({ status: 303, location: '/hosts/7?tab=a%20b' })
  const call = caller(api.app, { cookie: cookieOf(reply.cookie) })
  expect((await call(contract.getSession)).body).toMatchObject({ email })
})

it.each(['https://evil.example', '//evil.example', '/.//evil.example'])(
  'does not lead to %s',
  async (next) => {
    expect((await submit({ email, password: PASSWORD, next })).location).toBe('/')
  },
)

it('leads back to the form with the reason, and sets no cookie', async () => {
  const wrong = await submit({ email, password: 'wrong', next: '/lab' })
  expect(wrong).toEqual({ status: 303, location: '/sign-in?next=%2Flab&refused=sign-in-refused' })
  expect(await submit({})).toEqual({ status: 303, location: '/sign-in?refused=invalid' })
})

it('takes no form of another site', async () => {
  const headers = { origin: 'https://evil.example' }
  const { status, cookie } = await submit({ email, password: PASSWORD }, headers)
  expect([status, cookie]).toEqual([403, undefined])
})
