'use client'

import type { Host, Watch } from '@steelyard/contract'
import { EyeOff } from 'lucide-react'
import dynamic from 'next/dynamic'
import { formatDateTime, formatRelative } from '../../../lib/format/dates.ts'
import { useApiMutation } from '../../../lib/use-api.ts'
import { useWatch } from '../../../lib/watch/use-watch.ts'
import { Alert } from '../../ui/alert.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Pending } from '../../ui/pending.tsx'
import { Permitted } from '../../ui/permitted.tsx'
import { TroubleAlert } from '../../ui/trouble-alert.tsx'
import { WatchBadge } from '../../watch/watch-badge.tsx'
import { WatchedLogs } from './watched-logs.tsx'

const WatchForm = dynamic(() => import('./watch-form.tsx').then((it) => it.WatchForm), {
  ssr: false,
})

/** Starts, changes and stops the watch of the host, and says how it goes. */
export function WatchCard({ host }: { host: Host }) {
  const { watch, error, refetch } = useWatch(host.id, { pollMs: 5_000 })
  return (
    <Card aria-labelledby="watch">
      <CardHeader
        id="watch"
        title="Watch"
        description="Observes the host all the time over SSH, without changing anything on it. Now becomes live, and History shows hours, days and weeks."
        action={watch ? <WatchBadge state={watch.state} /> : null}
      />
      <CardBody className="space-y-5">
        {watch ? (
          <Watched host={host} watch={watch} />
        ) : watch === null ? (
          <Unwatched host={host} />
        ) : (
          <Pending query={{ error, refetch }} lines={4} label="Loading the watch" />
        )}
        <p className="max-w-prose text-sm text-ink-faint">
          By default, windows of 10 s are kept for 7 days. Those of a minute are kept for 90 days,
          those of an hour for two years.
        </p>
      </CardBody>
    </Card>
  )
}

function Unwatched({ host }: { host: Host }) {
  if (host.connection.state !== 'connected') {
    return <Alert title="Connect the host first: it is watched over SSH." />
  }
  return (
    <Permitted needs="hosts:write" doing="watching hosts">
      <div className="min-h-80">
        <WatchForm host={host} watch={null} />
      </div>
    </Permitted>
  )
}

function Watched({ host, watch }: { host: Host; watch: Watch }) {
  return (
    <>
      <TroubleAlert title="The host cannot be observed now" trouble={watch.trouble}>
        <p>It is tried again by itself.</p>
      </TroubleAlert>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm tabular [&>dt]:text-ink-faint">
        <dt>Watched since</dt>
        <dd>{formatDateTime(watch.since)}</dd>
        <dt>Newest window</dt>
        <dd>{watch.storedTo ? `ended ${formatRelative(watch.storedTo)}` : 'none yet'}</dd>
        <dt>Sampled</dt>
        <dd>every {watch.intervalSeconds} s</dd>
        <dt>Bursts of xentrace</dt>
        <dd>{burstWords(watch)}</dd>
      </dl>
      {watch.guestLogs ? <WatchedLogs host={host} logs={watch.logs} /> : null}
      <Permitted needs="hosts:write">
        <Disclosure summary="Change how it is watched">
          <WatchForm host={host} watch={watch} />
        </Disclosure>
        <StopWatch host={host} />
      </Permitted>
    </>
  )
}

function burstWords({ trace, tracedAt }: Watch): string {
  if (!trace) return 'none, so waits are unknown'
  const last = tracedAt ? `, the last ${formatRelative(tracedAt)}` : ''
  return `${trace.seconds} s every ${trace.everyMinutes} min${last}`
}

function StopWatch({ host }: { host: Host }) {
  const stop = useApiMutation('removeWatch', { invalidates: ['getWatch'] })
  return (
    <ConfirmButton
      look="danger"
      icon={EyeOff}
      label="Stop watching"
      title={`Stop watching ${host.name}?`}
      confirmLabel="Stop"
      action={stop}
      onConfirm={(close) => stop.mutate({ params: { id: host.id } }, { onSuccess: close })}
    >
      What was observed stays until its time is over. Until the host is watched again, Now shows
      recordings only, and no target that is missed is noticed.
    </ConfirmButton>
  )
}
