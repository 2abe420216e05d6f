import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import type { Advisor } from './advisor.ts'
import { WLB_PATH, wlbHandler } from './wlb-handler.ts'

const UUID = '11111111-aaaa-4aaa-8aaa-000000000001'
const LEAVE = `<s:Envelope xmlns:s="x"><s:Body><RemoveXenServer><request><PoolUuid>${UUID}</PoolUuid></request></RemoveXenServer></s:Body></s:Envelope>`
const ACCOUNT = { user: 'wlb', password: 'a:secret' }

let server: Server | undefined
afterEach(() => server?.close())

async function post(
  leave: Advisor['leave'],
  { path = WLB_PATH, method = 'POST', account = 'wlb:a:secret', body = LEAVE, seconds = 5 } = {},
) {
  const advisor = { leave } as Partial<Advisor> as Advisor
  server = createServer(wlbHandler({ advisor, ...ACCOUNT, seconds }))
  await new Promise<void>((done) => server!.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (done, fail) => {
      const headers = { authorization: `Basic ${Buffer.from(account).toString('base64')}` }
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
        let text = ''
        answer.on('data', (part) => {
          text += part
        })
        answer.on('end', () =>
          done({ status: answer.statusCode!, headers: answer.headers, body: text }),
        )
      })
      sent.on('error', fail)
      sent.end(body)
    },
  )
}

test('answers with a length and never in chunks, over a connection that ends', async () => {
  const left: string[] = []
  const { status, headers, body } = await post(async (pool) => {
    left.push(pool)
  })
  expect(left).toEqual([UUID])
  expect(status).toBe(200)
  expect(headers).toMatchObject({
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  })
  expect(headers).not.toHaveProperty('transfer-encoding')
})

test.each([
  [401, { account: 'wlb:wrong' }],
  [401, { account: '' }],
  [404, { path: '/' }],
  [405, { method: 'PUT' }],
])('answers %i to %o', async (status, options) => {
  const asked = await post(async () => {
    throw new Error('nobody may ask')
  }, options)
  expect(asked).toMatchObject({ status, body: '' })
})

test('does not hold XAPI up', async () => {
  const { status, body } = await post(() => new Promise(() => {}), { seconds: 0.05 })
  expect(status).toBe(200)
  expect(body).toContain('in time')
})
