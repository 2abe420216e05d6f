import * as contract from '@steelyard/contract'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { type Receiver, startReceiver } from './testing/receiver.ts'

let api: TestApi
let administrator: Awaited<ReturnType<TestApi['as']>>
let receiver: Receiver
beforeAll(async () => {
  api = await startTestApi()
  administrator = await api.as('administrator')
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
  await api.close()
})
afterEach(() => api.deps.db.notificationChannel.deleteMany())

const add = (body: object = {}) =>
  administrator(contract.addNotificationChannel, {
    body: {
      kind: 'webhook',
      name: 'pager',
      address: receiver.url,
      events: ['hotspot-opened'],
      ...body,
    },
  })

async function lastAudit() {
  const { action, detail, outcome } = await api.deps.db.auditEvent.findFirstOrThrow({
    orderBy: { sequence: 'desc' },
  })
  return { action, detail, outcome }
}

it('201: shows the signing secret once, and never the address', async () => {
  const reply = await add()
  expect(reply.status).toBe(201)
  expect(reply.body.secret).toMatch(/^whsec_/)
  const { port } = new URL(receiver.url)
  expect(reply.body.channel).toMatchObject({
    shownAddress: `http://127.0.0.1:${port}/…`,
    signs: true,
    groupMinutes: 5,
    enabled: true,
    lastSentAt: null,
  })
  const list = await administrator(contract.listNotificationChannels)
  expect(list.body).toMatchObject({ data: [{ name: 'pager' }], canSendMail: false })
  const all = JSON.stringify([reply.body.channel, list.body, await lastAudit()])
  expect(all).not.toMatch(/secret"?:|very-secret|whsec_/)
  const row = await api.deps.db.notificationChannel.findFirstOrThrow()
  const stored = Buffer.concat([row.sealedAddress, row.sealedSecret!]).toString('latin1')
  expect(stored).not.toMatch(/very-secret|whsec_/)
  expect((await lastAudit()).action).toBe('notification-channel.add')
})

it('200: changes what is given and keeps the rest', async () => {
  const { channel } = (await add()).body
  const params = { id: channel.id }
  const quietHours = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' }
  const update = (body: object) =>
    administrator(contract.updateNotificationChannel, { params, body })
  expect((await update({ quietHours, tag: 'web-*' })).body).toMatchObject({
    ...channel,
    quietHours,
    tag: 'web-*',
  })
  expect(await lastAudit()).toMatchObject({
    action: 'notification-channel.update',
    detail: { quietHours, tag: 'web-*' },
  })
  expect((await update({ quietHours: null })).body.quietHours).toBeNull()
  await update({ address: 'https://hooks.example.org/other-secret' })
  expect(JSON.stringify(await lastAudit())).not.toContain('other-secret')
  const list = await administrator(contract.listNotificationChannels)
  expect(list.body.data[0].shownAddress).toBe('https://hooks.example.org/…')
})

it('200: a test is sent at once, listed and audited', async () => {
  const quietHours = { from: '00:00', to: '23:59', timeZone: 'UTC' }
  const { channel } = (await add({ quietHours })).body
  const params = { id: channel.id }
  const test = () => administrator(contract.testNotificationChannel, { params, body: {} })
  expect((await test()).body).toEqual({ sent: true, trouble: null })
  expect(receiver.received.at(-1)!.body.data.notifications).toMatchObject([{ event: 'test' }])
  expect(await lastAudit()).toMatchObject({
    action: 'notification-channel.test',
    outcome: 'succeeded',
  })
  receiver.answers = 500
  expect((await test()).body).toMatchObject({ sent: false, trouble: { code: 'not-sent' } })
  receiver.answers = 204
  expect((await lastAudit()).outcome).toBe('failed')
  const listed = await administrator(contract.listNotifications, { params })
  expect(listed.body.data).toMatchObject([
    { event: 'test', state: 'failed', attempts: 1 },
    { event: 'test', state: 'sent', attempts: 1 },
  ])
})

it('204: removes a channel, and audits it', async () => {
  const { channel } = (await add()).body
  const params = { id: channel.id }
  const remove = () => administrator(contract.removeNotificationChannel, { params })
  expect((await remove()).status).toBe(204)
  expect((await lastAudit()).action).toBe('notification-channel.remove')
  expect((await remove()).body.code).toBe('notification-channel-not-found')
})

it('403: only whoever manages people', async () => {
  const operator = await api.as('operator')
  expect((await operator(contract.listNotificationChannels)).status).toBe(403)
})

it('409: a name is taken once', async () => {
  await add()
  expect((await add()).body.code).toBe('notification-channel-exists')
  const { channel } = (await add({ name: 'other' })).body
  const reply = await administrator(contract.updateNotificationChannel, {
    params: { id: channel.id },
    body: { name: 'pager' },
  })
  expect([reply.status, reply.body.code]).toEqual([409, 'notification-channel-exists'])
})

it.each([
  [{ address: 'hooks.example.org' }, 'invalid'],
  [{ address: 'file:///etc/passwd' }, 'invalid'],
  [{ address: 'http://169.254.169.254/latest' }, 'address-refused'],
  [{ address: 'https://192.0.2.1/' }, 'address-refused'],
  [{ kind: 'email', address: 'ops@example.org' }, 'mail-not-configured'],
])('422: %j is %s', async (body, code) => {
  const reply = await add(body)
  expect([reply.status, reply.body.code]).toEqual([422, code])
})

it('422: what is no list of mail addresses', async () => {
  Object.assign(api.deps.config, { smtpUrl: 'smtp://127.0.0.1:9' })
  const reply = await add({ kind: 'email', address: 'ops@example.org, Grace' })
  Object.assign(api.deps.config, { smtpUrl: undefined })
  expect([reply.status, reply.body.code]).toEqual([422, 'invalid'])
})

it('422: quiet hours without an end', async () => {
  const quietHours = { from: '22:00', to: '22:00', timeZone: 'UTC' }
  expect((await add({ quietHours })).status).toBe(422)
})
