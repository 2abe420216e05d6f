'use client'

import type { NotificationChannel } from '@steelyard/contract'
import { formatCounted, formatList } from '@steelyard/contract/format'
import { BellRing, Plus } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../lib/use-api.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Pending } from '../ui/pending.tsx'
import { ChannelForm } from './channel-form-later.tsx'
import { ChannelRow } from './channel-row.tsx'
import { SigningSecret } from './signing-secret.tsx'

const REFRESH_MS = 15_000

/** Where notifications go, whether they arrive, and the way to add a channel. */
export function NotificationChannels() {
  const channels = useApi('listNotificationChannels', {}, { refetchInterval: REFRESH_MS })
  const [adding, setAdding] = useState(false)
  const add = (
    <Button look="primary" size="small" onClick={() => setAdding(true)}>
      <Plus aria-hidden /> Add a channel
    </Button>
  )
  const list = channels.data?.data
  const canSendMail = channels.data?.canSendMail ?? true
  return (
    <Card aria-labelledby="channels">
      <CardHeader
        id="channels"
        title="Notifications"
        description={list?.length ? verdictOf(list) : undefined}
        action={list?.length ? add : null}
      />
      <CardBody>
        {list?.length === 0 ? (
          <EmptyState icon={BellRing} title="No notifications yet" action={add}>
            Add a webhook, e-mail addresses or a Slack-compatible channel. Then people hear of
            recommendations that wait and of what was changed.
          </EmptyState>
        ) : list ? (
          <ul className="divide-y divide-line">
            {list.map((channel) => (
              <ChannelRow key={channel.id} channel={channel} canSendMail={canSendMail} />
            ))}
          </ul>
        ) : (
          <Pending
            query={channels}
            title="The channels could not be loaded"
            lines={3}
            label="Loading the channels"
          />
        )}
      </CardBody>
      {adding ? <AddDialog canSendMail={canSendMail} onClose={() => setAdding(false)} /> : null}
    </Card>
  )
}

/** What holds now, in one sentence. */
export function verdictOf(channels: readonly NotificationChannel[]): string {
  const failing = channels.filter(({ enabled, trouble }) => enabled && trouble)
  const on = channels.filter(({ enabled }) => enabled).length
  if (failing.length > 0)
    return `Messages do not arrive through ${formatList(failing.map(({ name }) => name))}.`
  if (on === 0) return 'No notifications yet.'
  return `Messages go through ${formatCounted(on, 'channel')}.`
}

function AddDialog({ canSendMail, onClose }: { canSendMail: boolean; onClose: () => void }) {
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Dialog open onOpenChange={onClose} title={secret ? 'The channel is added' : 'Add a channel'}>
      {secret ? (
        <SigningSecret secret={secret} onDone={onClose} />
      ) : (
        <ChannelForm
          canSendMail={canSendMail}
          onSaved={(made) => (made ? setSecret(made) : onClose())}
        />
      )}
    </Dialog>
  )
}
