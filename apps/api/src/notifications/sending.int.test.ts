import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as contract from '@steelyard/contract'
import sharp from 'sharp'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pictureOfNotification } from '../pictures/picture-of-notification.ts'
import { startTestApi, type TestApi } from '../testing/test-api.ts'
import { hostWindows, observed, START } from '../windows/observed.fixture.ts'
import { storeWindows } from '../windows/store-windows.ts'
import { claimMessage, WAITS_MINUTES } from './claim-message.ts'
import { type Notice, notify } from './notify.ts'
import { retireNotifications } from './retire-notifications.ts'
import { type Notified, sendDueMessages } from './send-due-messages.ts'
import { type Receiver, startReceiver } from './testing/receiver.ts'

const MINUTE_MS = 60_000

let api: TestApi
let administrator: Awaited<ReturnType<TestApi['as']>>
let receiver: Receiver
let hostId: string
let nowMs: number
beforeAll(async () => {
  api = await startTestApi()
  administrator = await api.as('administrator')
  hostId = (await api.deps.db.host.create({ data: { name: 'xen1', tags: ['web-1'] } })).id
})
afterAll(() => api.close())
beforeEach(async () => {
  nowMs = Date.parse('2026-11-24T12:00:00Z')
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.close()
  await api.deps.db.notificationChannel.deleteMany()
})

async function addChannel(settings: object = {}) {
  const reply = await administrator(contract.addNotificationChannel, {
    body: {
      kind: 'webhook',
      name: 'pager',
      address: receiver.url,
      events: ['hotspot-opened', 'watch-failing'],
      ...settings,
    },
  })
  expect(reply.status).toBe(201)
  return reply.body as { channel: contract.NotificationChannel; secret: string }
}

async function happens(title: string, notice: Partial<Notice> = {}): Promise<void> {
  await api.deps.db.$transaction((tx) =>
    notify(
      tx,
      {
        event: 'hotspot-opened',
        hostId,
        title,
        text: 'p95 is 120 ms.',
        path: `/hosts/${hostId}`,
        detail: { domain: 'vm1' },
        ...notice,
      },
      new Date(nowMs),
    ),
  )
}

const pictureOf = (notified: Notified) => pictureOfNotification(api.deps, notified)
const send = () => sendDueMessages({ ...api.deps, pictureOf }, () => new Date(nowMs))
const titles = () =>
  receiver.received.map(({ body }) => body.data.notifications.map(({ title }) => title))

async function channelNow(): Promise<contract.NotificationChannel> {
  return (await administrator(contract.listNotificationChannels)).body.data[0]
}

async function notificationsNow(id: string): Promise<contract.Notification[]> {
  return (await administrator(contract.listNotifications, { params: { id } })).body.data
}

/** As a receiver would, with other code than the sender's. */
async function isSignedWith(secret: string, { headers, text }: Receiver['received'][number]) {
  const raw = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', raw, algorithm, false, ['verify'])
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`
  const [version, signature] = String(headers['webhook-signature']).split(',')
  expect(version).toBe('v1')
  const bytes = Buffer.from(signature!, 'base64')
  return crypto.subtle.verify('HMAC', key, bytes, new TextEncoder().encode(signed))
}

describe('a webhook', () => {
  it('receives what happened within the grouping in one signed message', async () => {
    const { channel, secret } = await addChannel()
    await happens('first')
    nowMs += 4 * MINUTE_MS
    await happens('second')
    await send()
    expect(receiver.received).toEqual([])
    expect((await channelNow()).waiting).toBe(2)
    nowMs += MINUTE_MS
    await send()
    await send()
    expect(titles()).toEqual([['first', 'second']])
    const [message] = receiver.received
    expect(contract.NotificationMessage.parse(message!.body).data.notifications[0]).toMatchObject({
      event: 'hotspot-opened',
      hostId,
      hostName: 'xen1',
      url: `${api.deps.config.webOrigin}/hosts/${hostId}`,
      detail: { domain: 'vm1' },
      createdAt: '2026-11-24T12:00:00.000Z',
    })
    expect(await isSignedWith(secret, message!)).toBe(true)
    expect(await isSignedWith(secret.replace(/.{3}=$/, 'AAA='), message!)).toBe(false)
    expect(await channelNow()).toMatchObject({
      waiting: 0,
      trouble: null,
      lastSentAt: new Date(nowMs).toISOString(),
    })
    expect((await notificationsNow(channel.id)).map(({ state }) => state)).toEqual(['sent', 'sent'])
  })

  it('receives at most 100 notifications at once', async () => {
    await addChannel({ groupMinutes: 0 })
    for (let i = 0; i < 101; i += 1) await happens(`${i}`)
    await send()
    expect(titles().map((each) => each.length)).toEqual([100, 1])
  })

  it('is left in peace in its quiet hours, also where these were set later', async () => {
    const { channel } = await addChannel({ groupMinutes: 0 })
    await happens('before they were set')
    const quietHours = { from: '13:00', to: '14:30', timeZone: 'Europe/Berlin' }
    const params = { id: channel.id }
    await administrator(contract.updateNotificationChannel, { params, body: { quietHours } })
    await happens('meanwhile')
    nowMs += 89 * MINUTE_MS
    await api.deps.db.notification.updateMany({ data: { dueAt: new Date(nowMs) } })
    await send()
    expect(receiver.received).toEqual([])
    nowMs += MINUTE_MS
    await send()
    expect(titles()).toEqual([['before they were set', 'meanwhile']])
  })

  it('receives a message once, however many processes send', async () => {
    for (let i = 0; i < 5; i += 1) await addChannel({ name: `${i}`, groupMinutes: 0 })
    for (let i = 0; i < 4; i += 1) await happens(`${i}`)
    await Promise.all([send(), send(), send()])
    expect(titles()).toEqual(Array.from({ length: 5 }, () => ['0', '1', '2', '3']))
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(5)
  })

  it('receives a failed message again after growing waits, under the same id, until it is given up', async () => {
    const { channel } = await addChannel({ groupMinutes: 0 })
    receiver.answers = 503
    await happens('lost')
    await send()
    expect(await channelNow()).toMatchObject({
      waiting: 1,
      trouble: { code: 'not-sent', message: 'Not sent: it answers with status 503.' },
    })
    for (const [index, wait] of WAITS_MINUTES.entries()) {
      nowMs += wait * MINUTE_MS - 1
      await send()
      expect(receiver.received).toHaveLength(index + 1)
      nowMs += 1
      await send()
      expect(receiver.received).toHaveLength(index + 2)
    }
    const [notification] = await notificationsNow(channel.id)
    expect(notification).toMatchObject({ state: 'failed', attempts: WAITS_MINUTES.length + 1 })
    expect(notification!.trouble!.message).toContain('503')
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    nowMs += 1e10
    await send()
    expect(receiver.received).toHaveLength(WAITS_MINUTES.length + 1)
    const { failures } = await api.deps.db.notificationChannel.findFirstOrThrow()
    expect(failures).toBe(WAITS_MINUTES.length + 1)
  })

  it('receives a message again whose sender was killed before it knew how that went', async () => {
    await addChannel({ groupMinutes: 0 })
    await happens('interrupted')
    const claimed = await claimMessage(api.deps.db, new Date(nowMs))
    await send()
    expect(receiver.received).toEqual([])
    nowMs += WAITS_MINUTES[0] * MINUTE_MS
    await happens('later')
    await send()
    // Both are sent at once, so either may arrive first.
    expect(titles().toSorted()).toEqual([['interrupted'], ['later']])
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toContain(claimed!.id)
  })

  it('is given up when the process was killed in the last attempt', async () => {
    const { channel } = await addChannel({ groupMinutes: 0 })
    await happens('interrupted')
    await api.deps.db.notification.updateMany({
      data: { messageId: crypto.randomUUID(), attempts: WAITS_MINUTES.length + 1 },
    })
    await send()
    expect(receiver.received).toEqual([])
    expect((await notificationsNow(channel.id))[0]!.state).toBe('failed')
  })

  it('that does not answer, redirects or answers without end fails with the reason', async () => {
    const { channel } = await addChannel({ groupMinutes: 0 })
    const params = { id: channel.id }
    const reasons: Record<string, string> = {}
    for (const answers of ['never', 'redirect', 'endlessly'] as const) {
      receiver.answers = answers
      const { body } = await administrator(contract.testNotificationChannel, { params, body: {} })
      expect(body.sent).toBe(false)
      reasons[answers] = body.trouble.message
    }
    expect(reasons).toEqual({
      never: 'Not sent: it did not answer in time.',
      redirect: 'Not sent: it answers with status 307, and redirects are not followed.',
      endlessly: 'Not sent: its answer is too large.',
    })
    expect(receiver.received).toHaveLength(3)
  })

  it('that was removed or turned off receives nothing', async () => {
    const { channel } = await addChannel({ groupMinutes: 0 })
    const params = { id: channel.id }
    await happens('waits')
    const enable = (enabled: boolean) =>
      administrator(contract.updateNotificationChannel, { params, body: { enabled } })
    await enable(false)
    await happens('while it is off')
    await send()
    expect(receiver.received).toEqual([])
    await enable(true)
    nowMs = Date.now()
    await send()
    expect(titles()).toEqual([['waits']])
    await happens('removed')
    await administrator(contract.removeNotificationChannel, { params })
    await send()
    expect(receiver.received).toHaveLength(1)
    expect(await api.deps.db.notification.count()).toBe(0)
  })

  it('at an address that the installation does not allow any more is not connected to', async () => {
    const { channel } = await addChannel()
    const { webhookRules } = api.deps.config
    api.deps.config.webhookRules = { allow: [], deny: [] }
    const params = { id: channel.id }
    const { body } = await administrator(contract.testNotificationChannel, { params, body: {} })
    api.deps.config.webhookRules = webhookRules
    expect(body.trouble.message).toBe(
      'Not sent: Steelyard does not connect to 127.0.0.1: it is a loopback address.',
    )
    expect(receiver.received).toEqual([])
  })

  it('whose address was sealed under another session secret says so', async () => {
    const { channel } = await addChannel()
    const { sessionSecret } = api.deps.config
    api.deps.config.sessionSecret = 'another secret of at least 32 characters'
    const params = { id: channel.id }
    const { body } = await administrator(contract.testNotificationChannel, { params, body: {} })
    api.deps.config.sessionSecret = sessionSecret
    expect(body.trouble.message).toMatch(/sealed under another session secret; enter it again/)
  })
})

it('sends a chat message that mentions nobody whom a name seems to mention', async () => {
  await addChannel({ kind: 'slack', groupMinutes: 0 })
  await happens('<!channel> & co')
  for (let i = 0; i < 41; i += 1) await happens(`${i}`)
  await send()
  const [{ text, headers }] = receiver.received as [Receiver['received'][number]]
  const body = JSON.parse(text)
  expect(body.text).toBe('&lt;!channel&gt; &amp; co, and 41 more')
  expect(body.blocks).toHaveLength(41)
  expect(body.blocks[0].text.text).toContain('|&lt;!channel&gt; &amp; co>*')
  expect(body.blocks[40].text.text).toContain('and 2 more')
  expect(headers['webhook-signature']).toBeUndefined()
})

it('sends mail, and says which addresses the server refuses', async () => {
  const mails: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('gone') ? new Error('no such person') : null),
    onData(stream, _session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        mails.push(text)
        done()
      })
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  Object.assign(api.deps.config, { smtpUrl: `smtp://127.0.0.1:${port}` })
  const address = 'ops@example.org, gone@example.org'
  const { secret } = await addChannel({ kind: 'email', address, groupMinutes: 0 })
  expect(secret).toBeNull()
  await happens('vm1 misses its target')
  await send()
  expect(mails[0]).toContain('Subject: Steelyard: vm1 misses its target')
  expect(mails[0]).toContain('p95 is 120 ms.')
  expect(mails[0]).not.toContain('image/png')
  expect(await channelNow()).toMatchObject({
    shownAddress: address,
    waiting: 0,
    trouble: { code: 'partly-sent', message: expect.stringContaining('gone@example.org') },
  })
  await api.deps.db.watch.create({ data: { hostId } })
  await storeWindows(api.deps.db, hostId, hostWindows(observed(10, 1800)))
  const openedAt = new Date((START + 900) * 1000)
  const hotspot = await api.deps.db.hotspot.create({
    data: { hostId, domain: 'vm1', openedAt, evidence: {} },
  })
  await happens('vm1 misses it still', { detail: { hotspotId: hotspot.id, domain: 'vm1' } })
  await send()
  const [, encoded] = /Content-Type: image\/png[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(
    mails[1]!,
  )!
  const picture = await sharp(Buffer.from(encoded!, 'base64')).metadata()
  expect(picture).toMatchObject({ format: 'png', width: 1440, height: 560 })
  await new Promise<void>((resolve) => server.close(() => resolve()))
  await happens('again')
  await send()
  expect((await channelNow()).trouble!.message).toContain('the mail server cannot be reached')
  Object.assign(api.deps.config, { smtpUrl: undefined })
})

it('forgets after 90 days what was sent or given up', async () => {
  await addChannel({ groupMinutes: 0 })
  await happens('sent')
  await send()
  await happens('waits')
  const later = (days: number) => new Date(nowMs + days * 24 * 60 * MINUTE_MS)
  await retireNotifications(api.deps.db, later(90))
  expect(await api.deps.db.notification.count()).toBe(2)
  await retireNotifications(api.deps.db, later(91))
  expect(await api.deps.db.notification.findMany()).toMatchObject([{ title: 'waits' }])
})
