import * as contract from '@steelyard/contract'
import { TOTP } from 'otpauth'
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

async function submit(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
  path: string = contract.SIGN_IN_FORM_PATH,
) {
  const { statusCode, headers: answered } = await api.app.inject({
    method: 'POST',
    url: `/api/v1${path}`,
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

it('leads through the second step', async () => {
  const person = await signInAs(api, 'operator')
  const { body } = await person.call(contract.startApp)
  const totp = new TOTP({ secret: body.secret })
  const codeAt = (step: number) => totp.generate({ timestamp: Date.now() + step * 30_000 })
  await person.call(contract.confirmApp, { body: { code: codeAt(-1) } })
  const first = await submit({ email: person.email, password: PASSWORD, next: '/lab' })
  expect(first.location).toBe('/sign-in?next=%2Flab')
  const cookie = cookieOf(first.cookie)
  const enterCode = (code: string, sent: string) =>
    submit({ code, next: '/lab' }, { cookie: sent }, contract.CODE_FORM_PATH)
  const wrong = await enterCode('000000', cookie)
  expect(wrong.location).toBe('/sign-in?next=%2Flab&refused=code-refused')
  const right = await enterCode(codeAt(0), cookie)
  expect(right.location).toBe('/lab')
  const call = caller(api.app, { cookie: cookieOf(right.cookie) })
  expect((await call(contract.getSession)).body).toMatchObject({ email: person.email })
  expect((await enterCode(codeAt(1), '')).location).toBe(
    '/sign-in?next=%2Flab&refused=second-step-expired',
  )
})
