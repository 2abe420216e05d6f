import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Prisma } from '../db.ts'
import { startTestDeps, type TestDeps } from '../testing/test-deps.ts'
import { type Notice, notify } from './notify.ts'

const NOW = new Date('2026-11-24T21:58:00Z')

let deps: TestDeps
let notice: Notice
beforeAll(async () => {
  deps = await startTestDeps()
  const host = await deps.db.host.create({ data: { name: 'xen1', tags: ['web-1'] } })
  notice = {
    event: 'hotspot-opened',
    hostId: host.id,
    title: 'vm1 on xen1 misses its target',
    text: '120 ms in 3 of 5 minutes; the target is 100 ms.',
    path: `/hosts/${host.id}`,
    detail: { domain: 'vm1' },
  }
})
afterAll(() => deps.close())
beforeEach(() => deps.db.notificationChannel.deleteMany())

async function addChannel(
  name: string,
  data: Partial<Prisma.NotificationChannelCreateInput> = {},
): Promise<void> {
  const sealedAddress = new Uint8Array()
  const common = { kind: 'webhook', sealedAddress, shownAddress: '', events: ['hotspot-opened'] }
  await deps.db.notificationChannel.create({ data: { ...common, name, ...data } })
}

async function told(change: Partial<Notice> = {}) {
  await deps.db.$transaction((tx) => notify(tx, { ...notice, ...change }, NOW))
  const rows = await deps.db.notification.findMany({
    include: { channel: true },
    orderBy: { channel: { name: 'asc' } },
  })
  return rows.map(({ channel, dueAt }) => [channel.name, dueAt.toISOString().slice(11, 16)])
}

it('tells the enabled channels that want the event and cover the host', async () => {
  await addChannel('all')
  await addChannel('web', { tag: 'web-*' })
  await addChannel('db', { tag: 'db-*' })
  await addChannel('off', { enabled: false })
  await addChannel('others', { events: ['hotspot-closed'] })
  expect((await told()).map(([name]) => name)).toEqual(['all', 'web'])
  const row = await deps.db.notification.findFirstOrThrow()
  expect(row).toMatchObject({ ...notice, state: 'waiting', attempts: 0, messageId: null })
})

it('tells every channel what concerns every host', async () => {
  await addChannel('web', { tag: 'web-*' })
  await addChannel('db', { tag: 'db-*' })
  expect((await told({ hostId: null })).map(([name]) => name)).toEqual(['db', 'web'])
})

it('waits for what belongs into the same message, and for the end of quiet hours', async () => {
  const quietHours = { from: '22:00', to: '06:30', timeZone: 'UTC' }
  await addChannel('at once', { groupMinutes: 0 })
  await addChannel('grouped')
  await addChannel('quiet at once', { quietHours, groupMinutes: 0 })
  await addChannel('quiet grouped', { quietHours })
  expect(await told()).toEqual([
    ['at once', '21:58'],
    ['grouped', '22:03'],
    ['quiet at once', '21:58'],
    ['quiet grouped', '06:30'],
  ])
})

it('is undone with the transaction of what happened', async () => {
  await addChannel('all')
  const failing = deps.db.$transaction(async (tx) => {
    await notify(tx, notice)
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await deps.db.notification.count()).toBe(0)
})

it('cuts what is too long for any channel', async () => {
  await addChannel('all')
  await told({ title: 'ü'.repeat(151), text: '😀'.repeat(2001) })
  const { title, text } = await deps.db.notification.findFirstOrThrow()
  expect([[...title].length, [...text].length]).toEqual([150, 2000])
  expect(title.endsWith('ü…') && text.isWellFormed()).toBe(true)
})
