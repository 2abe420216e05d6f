'use client'

import type { NotificationChannel } from '@steelyard/contract'
import { formatCounted } from '@steelyard/contract/format'
import { useState } from 'react'
import { formatRelative } from '../../lib/format/dates.ts'
import { useApiMutation } from '../../lib/use-api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'
import { ChannelForm } from './channel-form-later.tsx'
import { kindWords, sendsWords } from './event-words.ts'
import { SentMessages } from './sent-messages.tsx'
import { TestChannel } from './test-channel.tsx'

/** One channel: whether it works, what it sends, and what can be done with it. */
export function ChannelRow({
  channel,
  canSendMail,
}: {
  channel: NotificationChannel
  canSendMail: boolean
}) {
  const { name, kind, shownAddress, signs, trouble } = channel
  return (
    <li className="space-y-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-2 font-medium">
            <span className="[overflow-wrap:anywhere]">{name}</span> <State channel={channel} />
          </p>
          <p className="text-sm break-all text-ink-soft">
            {kindWords[kind]}
            {signs ? ', signed' : ''}: {shownAddress}
          </p>
          <p className="text-sm text-ink-soft">{sendsWords(channel)}</p>
          <p className="text-sm text-ink-faint">{sentWords(channel)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <SentMessages channel={channel} />
          <Change channel={channel} canSendMail={canSendMail} />
          <Remove channel={channel} />
        </div>
      </div>
      <TroubleAlert trouble={trouble} title="The last message could not be sent" />
      <TestChannel channel={channel} />
    </li>
  )
}

function State({ channel: { enabled, trouble, lastSentAt } }: { channel: NotificationChannel }) {
  if (!enabled) return <Badge>switched off</Badge>
  if (trouble) return <Badge tone="danger">does not work</Badge>
  return lastSentAt ? <Badge tone="ok">works</Badge> : <Badge>not tried yet</Badge>
}

/** When it last sent something, and what it has yet to send. */
export function sentWords({
  lastSentAt,
  waiting,
}: Pick<NotificationChannel, 'lastSentAt' | 'waiting'>): string {
  const last = lastSentAt ? `Last sent ${formatRelative(lastSentAt)}.` : 'Nothing was sent yet.'
  return waiting > 0 ? `${last} ${formatCounted(waiting, 'notification')} not sent yet.` : last
}

function Change({ channel, canSendMail }: { channel: NotificationChannel; canSendMail: boolean }) {
  const [open, setOpen] = useState(false)
  const title = `Change ${channel.name}`
  return (
    <>
      <Button size="small" aria-label={title} onClick={() => setOpen(true)}>
        Change
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        description={`${kindWords[channel.kind]}: ${channel.shownAddress}`}
      >
        <ChannelForm channel={channel} canSendMail={canSendMail} onSaved={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Remove({ channel: { id, name } }: { channel: NotificationChannel }) {
  const remove = useApiMutation('removeNotificationChannel', {
    invalidates: ['listNotificationChannels'],
  })
  return (
    <ConfirmButton
      size="small"
      look="danger"
      label="Remove"
      aria-label={`Remove ${name}`}
      title={`Remove ${name}?`}
      action={remove}
      onConfirm={(close) => remove.mutate({ params: { id } }, { onSuccess: close })}
    >
      Nothing more is sent through it, also what waits now, and the list of what was sent is gone.
    </ConfirmButton>
  )
}
