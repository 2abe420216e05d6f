'use client'

import type { BrowserSession } from '@steelyard/contract'
import { MonitorX } from 'lucide-react'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Pending } from '../ui/pending.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { browserName } from './browser-name.ts'

/** Where the user is signed in, so that a forgotten or foreign session can be ended. */
export function Sessions() {
  const sessions = useApi('listSessions')
  const end = useApiMutation('endOtherSessions', { invalidates: ['listSessions'] })
  const others = sessions.data?.data.filter(({ current }) => !current).length ?? 0
  return (
    <Card>
      <CardHeader
        title="Where you are signed in"
        description="A session ends after twelve hours without use, and after seven days in any case."
        action={
          others > 0 ? (
            <ConfirmButton
              size="small"
              icon={MonitorX}
              label="Sign out everywhere else"
              title="Sign out everywhere else?"
              confirmLabel="Sign out"
              action={end}
              onConfirm={(close) => end.mutate({}, { onSuccess: close })}
            >
              This browser stays signed in.
            </ConfirmButton>
          ) : null
        }
      />
      <CardBody>
        {sessions.data ? (
          <ul className="divide-y divide-line">
            {sessions.data.data.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        ) : (
          <Pending query={sessions} lines={2} label="Loading the sessions" />
        )}
      </CardBody>
    </Card>
  )
}

function SessionRow({ session }: { session: BrowserSession }) {
  const end = useApiMutation('endSession', { invalidates: ['listSessions'] })
  const { id, current, createdAt, lastUsedAt, address, userAgent, provider } = session
  const browser = browserName(userAgent)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 text-sm">
        <p className="font-medium" title={userAgent ?? undefined}>
          {browser} {current ? <Badge tone="ok">this browser</Badge> : null}
        </p>
        <p className="text-ink-faint">
          from {address ?? 'an unknown address'}
          {provider ? ` with ${provider}` : ''}, since {formatDateTime(createdAt)}, last used{' '}
          {formatRelative(lastUsedAt)}
        </p>
        <ProblemAlert error={end.error} />
      </div>
      {current ? null : (
        <Button
          size="small"
          aria-label={`Sign out ${browser} of ${formatDateTime(createdAt)}`}
          busy={end.isPending}
          onClick={() => end.mutate({ params: { id } })}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}
