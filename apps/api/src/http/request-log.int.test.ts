import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { register } from 'prom-client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { loggerOptions } from '../logger.ts'
import { modules } from '../modules.ts'
import { signInAs } from '../testing/sign-in.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { buildApp } from './build-app.ts'

let api: TestApi
let cookie: string
let app: FastifyInstance
let lines: string[]

beforeAll(async () => {
  api = await startTestApi()
  ;({ cookie } = await signInAs(api, 'operator'))
})
afterAll(() => api.close())

beforeEach(async () => {
  lines = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino(loggerOptions({ logLevel: 'info' }, 'test'), sink)
  const rateLimits = { normal: 5, strict: 5 }
  app = await buildApp({ ...api.deps, log }, modules, { rateLimits })
  register.resetMetrics()
})
afterEach(() => app.close())

const entries = () => lines.map((line) => JSON.parse(line))
const refusals = async () =>
  (await register.getSingleMetric('steelyard_http_refusals_total')!.get()).values.map(
    ({ labels, value }) => [labels.code, value],
  )

it('counts what strangers are refused, and sums it up in a line per problem code', async () => {
  const url = `/api/v1/hosts?${'x'.repeat(15_000)}`
  for (let i = 0; i < 50; i++) await app.inject({ url, headers: { host: 'h'.repeat(9_000) } })
  expect(lines).toEqual([])
  expect(await refusals()).toEqual([
    ['unauthenticated', 5],
    ['rate-limited', 45],
  ])
  await app.close() // writes what is left of the minute
  const seen = { msg: 'requests refused', lastFrom: '127.0.0.1', lastPath: '/api/v1/hosts' }
  expect(entries()).toEqual([
    expect.objectContaining({ code: 'unauthenticated', count: 5, ...seen }),
    expect.objectContaining({ code: 'rate-limited', count: 45, ...seen }),
  ])
  expect(lines.join('').length).toBeLessThan(1000)
})

it('logs every refusal of somebody who is known, in short lines without the query', async () => {
  const long = 'y'.repeat(500)
  const headers = { cookie }
  await app.inject({ url: `/api/v1/hosts/${long}?password=hush-hush`, headers })
  const answer = await app.inject({ url: '/api/v1/hosts?limit=hush-hush', headers })
  expect(answer.statusCode).toBe(400)
  expect(lines.join('')).not.toContain('hush-hush')
  expect(lines.join('')).not.toContain('y'.repeat(300))
  expect(entries()).toContainEqual(
    expect.objectContaining({
      msg: 'request completed',
      req: { method: 'GET', url: '/api/v1/hosts', remoteAddress: '127.0.0.1' },
      res: { statusCode: 400 },
    }),
  )
  expect(entries()).toContainEqual(
    expect.objectContaining({ msg: 'request refused', code: 'invalid' }),
  )
})
