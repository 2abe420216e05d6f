import type { NotificationChannel } from '@steelyard/contract'
import { NOTIFICATION_EVENTS } from '@steelyard/contract/plain'
import { describe, expect, it } from 'vitest'
import { idOf } from '../../lib/testing/fixtures.ts'
import { aChannel, aNotification } from '../../lib/testing/loop-fixtures.ts'
import { answer, known, refusal, render } from '../../lib/testing/render.tsx'
import { ChannelForm } from './channel-form.tsx'
import { sentWords } from './channel-row.tsx'
import { sendsWords } from './event-words.ts'
import { NotificationChannels, verdictOf } from './notification-channels.tsx'
import { MessageList, timesWords } from './sent-messages.tsx'
import { SigningSecret } from './signing-secret.tsx'

const trouble = { code: 'refused', message: 'It answers 500.', fix: 'Look at the receiver.' }
const page = (...channels: NotificationChannel[]) =>
  render(<NotificationChannels />, {
    known: [answer('listNotificationChannels', {}, { data: channels, canSendMail: false })],
  })

describe('the channels', () => {
  it('are listed with what they send and whether it arrives', () => {
    const { text, buttons } = page(aChannel())
    expect(text).toContain('Pager works Webhook, signed: https://hooks.example.org/…')
    expect(text).toContain(
      'When a hotspot opens or a recommendation waits for a person. Grouped over 5 min.',
    )
    expect(buttons).toEqual([
      'Add a channel',
      'What was sent through Pager',
      'Change Pager',
      'Remove Pager',
      'Send a test through Pager',
    ])
  })

  it('show why messages do not arrive', () => {
    const { text } = page(aChannel({ trouble }))
    expect(text).toContain('Messages do not arrive through Pager.')
    expect(text).toContain('The last message could not be sent It answers 500.')
    expect(text).toContain('What to do: Look at the receiver.')
  })

  it('say what to do while there is none, and what went wrong', () => {
    const { text, buttons } = page()
    expect(text).toContain('No notifications yet')
    expect(buttons).toEqual(['Add a channel'])
    const refused = render(<NotificationChannels />, {
      known: [refusal('listNotificationChannels', {})],
    })
    expect(refused.text).toContain('The channels could not be loaded')
  })

  it('have a state in words', () => {
    expect(page(aChannel({ enabled: false })).text).toContain('Pager switched off')
    expect(page(aChannel({ lastSentAt: null })).text).toContain('Pager not tried yet')
  })
})

it.each([
  [[], 'No notifications yet.'],
  [[aChannel({ enabled: false, trouble })], 'No notifications yet.'],
  [[aChannel(), aChannel()], 'Messages go through 2 channels.'],
])('the verdict on %# reads well', (channels, words) => {
  expect(verdictOf(channels)).toBe(words)
})

it('what a channel sends reads well', () => {
  const all = {
    events: [...NOTIFICATION_EVENTS],
    tag: 'prod',
    quietHours: { from: '22:00', to: '07:00', timeZone: 'UTC' },
    groupMinutes: 0,
  }
  expect(sendsWords(all)).toBe(
    'Everything, about hosts tagged prod. Quiet from 22:00 to 07:00 (UTC). Each at once.',
  )
  const some = { ...all, events: all.events.slice(0, 4), tag: null, quietHours: null }
  expect(sendsWords(some)).toBe('4 kinds of events. Each at once.')
})

it('says what is not sent yet', () => {
  expect(sentWords({ lastSentAt: null, waiting: 0 })).toBe('Nothing was sent yet.')
  expect(sentWords({ lastSentAt: null, waiting: 2 })).toContain('2 notifications not sent yet.')
})

describe('the form', () => {
  const form = (channel?: NotificationChannel) =>
    render(<ChannelForm channel={channel} canSendMail={false} onSaved={() => {}} />)

  it('asks a new channel for its kind and address', () => {
    const { text, buttons } = form()
    expect(text).toContain('Kind Webhook Slack-compatible E-mail')
    expect(text).toContain('Each message is posted there as JSON, signed.')
    expect(buttons).toEqual(['Add'])
  })

  it('never shows the address that is stored, and can switch the channel off', () => {
    const { text } = form(aChannel())
    expect(text).toContain('Stored: https://hooks.example.org/…. Leave it empty to keep it.')
    expect(text).toContain('Switched on')
  })
})

it('shows the secret once, with how to verify a message', () => {
  const { text, buttons } = render(<SigningSecret secret="whsec_x" onDone={() => {}} />)
  expect(text).toContain('whsec_x Copy')
  expect(text).toContain('hmac.compare_digest')
  expect(buttons.at(-1)).toBe('I have saved it')
})

describe('what was sent', () => {
  const list = (...messages: ReturnType<typeof aNotification>[]) =>
    render(<MessageList channelId={idOf(95)} />, {
      known: [
        known(['listNotifications', 'pages', {}, { id: idOf(95) }], {
          pages: [{ data: messages, meta: { nextCursor: null } }],
          pageParams: [undefined],
        }),
      ],
    }).text

  it('is listed, with what failed and why', () => {
    expect(list(aNotification())).toContain('vm1 on xen-1 misses its target Sent It missed')
    const failed = aNotification({ state: 'failed', attempts: 3, trouble })
    expect(list(failed)).toContain('It answers 500. Look at the receiver.')
    expect(timesWords(failed)).toMatch(/given up, after 3 attempts$/)
    expect(timesWords(aNotification({ state: 'waiting' }))).toMatch(/^To be sent on/)
  })

  it('may be nothing', () => {
    expect(list()).toContain('Nothing was sent yet Send a test')
  })
})
