'use client'

import type { Notification, NotificationChannel } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { CircleCheck, CircleX, Hourglass, MailX } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '../../lib/format/dates.ts'
import { useApiPages } from '../../lib/use-api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PagedList } from '../ui/paged-list.tsx'

const REFRESH_MS = 10_000

/** What a channel sent, has to send or could not send. */
export function SentMessages({ channel }: { channel: NotificationChannel }) {
  const [open, setOpen] = useState(false)
  const title = `Sent through ${channel.name}`
  return (
    <>
      <Button
        size="small"
        aria-label={`What was sent through ${channel.name}`}
        onClick={() => setOpen(true)}
      >
        What was sent
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={title} description="Newest first.">
        <MessageList channelId={channel.id} />
      </Dialog>
    </>
  )
}

export function MessageList({ channelId }: { channelId: string }) {
  const query = useApiPages(
    'listNotifications',
    {},
    { params: { id: channelId }, refetchInterval: REFRESH_MS },
  )
  return (
    <PagedList
      query={query}
      loading="Loading what was sent"
      problem="What was sent could not be loaded"
      more="Show older ones"
    >
      {(messages) =>
        messages.length === 0 ? (
          <EmptyState icon={MailX} title="Nothing was sent yet">
            Send a test to see that messages arrive.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        )
      }
    </PagedList>
  )
}

const looks = {
  sent: { tone: 'ok', icon: CircleCheck, word: 'Sent' },
  waiting: { tone: 'neutral', icon: Hourglass, word: 'Waits' },
  failed: { tone: 'danger', icon: CircleX, word: 'Failed' },
} as const

function Message({ message }: { message: Notification }) {
  const { tone, icon, word } = looks[message.state]
  return (
    <li className="space-y-1 py-3 text-sm first:pt-0">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{message.title}</span>
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </p>
      <p className="text-ink-soft [overflow-wrap:anywhere]">{message.text}</p>
      <p className="text-ink-faint">{timesWords(message)}</p>
      {message.trouble ? (
        <p className="text-danger [overflow-wrap:anywhere]">
          {message.trouble.message} {message.trouble.fix}
        </p>
      ) : null}
    </li>
  )
}

/** When it was sent, or when that is tried next. */
export function timesWords({
  state,
  attempts,
  createdAt,
  dueAt,
  sentAt,
}: Pick<Notification, 'state' | 'attempts' | 'createdAt' | 'dueAt' | 'sentAt'>): string {
  const tries = attempts > 1 ? `, after ${formatCounted(attempts, 'attempt')}` : ''
  if (state === 'sent') return `Sent on ${formatDateTime(sentAt)}${tries}`
  if (state === 'failed') return `Noted on ${formatDateTime(createdAt)}; given up${tries}`
  return `To be sent on ${formatDateTime(dueAt)}${tries}`
}
