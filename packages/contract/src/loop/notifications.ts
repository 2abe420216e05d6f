import { z } from 'zod'
import { NOTIFICATION_EVENTS } from '../choices.ts'
import {
  Id,
  IdParams,
  Name,
  PageQuery,
  page,
  Text,
  Timestamp,
  TimeZone,
  Trouble,
  timeOfDay,
} from '../common.ts'
import { endpoint } from '../endpoint.ts'
import { TagPattern } from '../roles.ts'

export const NotificationEvent = z.enum(NOTIFICATION_EVENTS)
export type NotificationEvent = z.infer<typeof NotificationEvent>

const TimeOfDay = timeOfDay('22:00')

/** When a channel stays silent; what happened meanwhile is sent afterwards, in one message. */
export const QuietHours = z
  .object({ from: TimeOfDay, to: TimeOfDay, timeZone: TimeZone })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'another time than `from`' })
export type QuietHours = z.infer<typeof QuietHours>

const Address = Text.max(2000).describe(
  'The URL of a webhook or of a Slack-compatible incoming webhook; for `email`, addresses separated by commas.',
)

const settings = {
  name: Name,
  events: z.array(NotificationEvent).min(1).max(NotificationEvent.options.length),
  tag: TagPattern.nullable().default(null).describe('Only about hosts with this tag.'),
  quietHours: QuietHours.nullable().default(null),
  groupMinutes: z
    .number()
    .int()
    .min(0)
    .max(1440)
    .default(5)
    .describe('What happens within so many minutes is sent in one message.'),
  enabled: z.boolean().default(true),
}

export const NotificationChannel = z
  .object({
    id: Id,
    kind: z.enum(['webhook', 'email', 'slack']),
    ...settings,
    shownAddress: z.string().describe('The address without its secret part.'),
    signs: z.boolean().describe('Whether messages are signed (Standard Webhooks).'),
    createdAt: Timestamp,
    waiting: z.number().int().describe('Notifications that are not sent yet.'),
    lastSentAt: Timestamp.nullable(),
    trouble: Trouble.nullable().describe('Why the last message could not be sent.'),
  })
  .meta({ id: 'NotificationChannel' })
export type NotificationChannel = z.infer<typeof NotificationChannel>

export const Notification = z
  .object({
    id: Id,
    event: NotificationEvent.or(z.literal('test')),
    hostId: Id.nullable(),
    title: z.string(),
    text: z.string(),
    state: z.enum(['waiting', 'sent', 'failed']),
    attempts: z.number().int(),
    createdAt: Timestamp,
    dueAt: Timestamp,
    sentAt: Timestamp.nullable(),
    trouble: Trouble.nullable(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

/** The body that a webhook receives. */
export const NotificationMessage = z
  .object({
    type: z.literal('steelyard.notifications'),
    timestamp: Timestamp.describe('When the last of them happened.'),
    data: z.object({
      notifications: z
        .array(
          Notification.pick({
            id: true,
            event: true,
            hostId: true,
            title: true,
            text: true,
          }).extend({
            hostName: z.string().nullable(),
            url: z.string().nullable().describe('The page of the dashboard that shows it.'),
            detail: z
              .record(z.string(), z.unknown())
              .describe('What it is about, by names of the API: figures, ids.'),
            createdAt: Timestamp,
          }),
        )
        .describe('Oldest first, up to 100.'),
    }),
  })
  .meta({ id: 'NotificationMessage' })
export type NotificationMessage = z.infer<typeof NotificationMessage>

export const listNotificationChannels = endpoint({
  id: 'listNotificationChannels',
  method: 'GET',
  path: '/notification-channels',
  tag: 'Notifications',
  summary: 'List where notifications go, and whether they arrive',
  status: 200,
  response: z.object({
    data: z.array(NotificationChannel),
    canSendMail: z.boolean().describe('Whether a mail server is configured.'),
  }),
})

export const addNotificationChannel = endpoint({
  id: 'addNotificationChannel',
  method: 'POST',
  path: '/notification-channels',
  tag: 'Notifications',
  summary: 'Add a webhook, e-mail addresses or a Slack-compatible webhook',
  body: z.object({
    kind: NotificationChannel.shape.kind,
    address: Address,
    ...settings,
  }),
  status: 201,
  response: z.object({
    channel: NotificationChannel,
    secret: z
      .string()
      .nullable()
      .describe('With which a webhook’s messages are signed; it is shown only once.'),
  }),
})

export const updateNotificationChannel = endpoint({
  id: 'updateNotificationChannel',
  method: 'PATCH',
  path: '/notification-channels/:id',
  tag: 'Notifications',
  summary: 'Change a channel; what is left out stays',
  params: IdParams,
  body: z.object({
    name: settings.name.optional(),
    address: Address.optional(),
    events: settings.events.optional(),
    tag: TagPattern.nullable().optional(),
    quietHours: QuietHours.nullable().optional(),
    groupMinutes: z.number().int().min(0).max(1440).optional(),
    enabled: z.boolean().optional(),
  }),
  status: 200,
  response: NotificationChannel,
})

export const removeNotificationChannel = endpoint({
  id: 'removeNotificationChannel',
  method: 'DELETE',
  path: '/notification-channels/:id',
  tag: 'Notifications',
  summary: 'Remove a channel',
  params: IdParams,
  status: 204,
})

export const testNotificationChannel = endpoint({
  id: 'testNotificationChannel',
  method: 'POST',
  path: '/notification-channels/:id/test',
  tag: 'Notifications',
  summary: 'Send a test message now, whatever the quiet hours',
  params: IdParams,
  body: z.object({}),
  status: 200,
  response: z.object({ sent: z.boolean(), trouble: Trouble.nullable() }),
})

export const listNotifications = endpoint({
  id: 'listNotifications',
  method: 'GET',
  path: '/notification-channels/:id/notifications',
  tag: 'Notifications',
  summary: 'List what a channel sent, has to send or could not send, newest first',
  params: IdParams,
  query: PageQuery,
  status: 200,
  response: page(Notification),
})
