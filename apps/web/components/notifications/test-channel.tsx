'use client'

import type { NotificationChannel } from '@steelyard/contract'
import { Send } from 'lucide-react'
import { useApiMutation } from '../../lib/use-api.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { TroubleAlert } from '../ui/trouble-alert.tsx'

/** Sends a message now, and says whether it arrived. */
export function TestChannel({ channel: { id, name } }: { channel: NotificationChannel }) {
  const test = useApiMutation('testNotificationChannel', {
    invalidates: ['listNotificationChannels', 'listNotifications'],
  })
  return (
    <div className="space-y-3">
      <Button
        size="small"
        busy={test.isPending}
        aria-label={`Send a test through ${name}`}
        onClick={() => test.mutate({ params: { id }, body: {} })}
      >
        <Send aria-hidden /> Send a test
      </Button>
      <ProblemAlert error={test.error} title="The test could not be sent" />
      {test.data?.sent ? (
        <Alert tone="ok" title="The test message was sent">
          <p>Look whether it arrived at {name}.</p>
        </Alert>
      ) : (
        <TroubleAlert
          trouble={test.data?.trouble ?? null}
          title="The test message could not be sent"
        />
      )}
    </div>
  )
}
