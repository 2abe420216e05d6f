import * as contract from '@steelyard/contract'
import { defineRoute } from '../http/define-route.ts'
import { pageById, toPage } from '../http/paging.ts'
import { asManyAs } from '../http/route-cost.ts'
import { addChannel } from './add-channel.ts'
import { channelParts, loadChannel, serialiseChannel } from './channel-row.ts'
import { removeChannel } from './remove-channel.ts'
import { serialiseNotification } from './serialise-notification.ts'
import { troubleOf } from './settle-message.ts'
import { testChannel } from './test-channel.ts'
import { updateChannel } from './update-channel.ts'

export const notificationRoutes = [
  defineRoute(contract.listNotificationChannels, {
    access: 'people:manage',
    cost: asManyAs('channels'),
    async handler({ deps }) {
      const rows = await deps.db.notificationChannel.findMany({
        include: channelParts,
        orderBy: { name: 'asc' },
      })
      const canSendMail = deps.config.smtpUrl !== undefined
      return { data: rows.map(serialiseChannel), canSendMail }
    },
  }),

  defineRoute(contract.addNotificationChannel, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'notification-channel.add',
    rate: 'strict',
    location: ({ channel }) => `/notification-channels/${channel.id}`,
    async handler({ body, actor, deps }) {
      const { channel, secret } = await addChannel(deps, actor, body)
      return { channel: serialiseChannel(channel), secret }
    },
  }),

  defineRoute(contract.updateNotificationChannel, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'notification-channel.update',
    rate: 'strict',
    handler: async ({ params, body, actor, deps }) =>
      serialiseChannel(await updateChannel(deps, actor, params.id, body)),
  }),

  defineRoute(contract.removeNotificationChannel, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'notification-channel.remove',
    handler: ({ params, actor, deps }) => removeChannel(deps.db, actor, params.id),
  }),

  defineRoute(contract.testNotificationChannel, {
    access: 'people:manage',
    everyRight: true,
    fresh: true,
    audit: 'notification-channel.test',
    rate: 'strict',
    async handler({ params, actor, deps }) {
      const delivery = await testChannel(deps, actor, params.id)
      return { sent: delivery.sent, trouble: troubleOf(delivery) }
    },
  }),

  defineRoute(contract.listNotifications, {
    access: 'people:manage',
    everyRight: true,
    async handler({ params, query, deps }) {
      const { id: channelId } = await loadChannel(deps.db, params.id)
      const rows = await deps.db.notification.findMany({
        where: { channelId },
        ...pageById(query),
      })
      return toPage(rows, query.limit, serialiseNotification, ({ id }) => id)
    },
  }),
]
