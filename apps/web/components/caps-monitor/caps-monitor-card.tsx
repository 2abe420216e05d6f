'use client'

import type { CapsMonitor, Host, RealTimeSet } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useApi, useApiMutation } from '../../lib/use-api.ts'
import { JournalLine } from '../journal/journal-line.tsx'
import { useNewPlan } from '../plan/use-new-plan.ts'
import { Button } from '../ui/button.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { ConfirmButton } from '../ui/confirm-button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Pending } from '../ui/pending.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'
import { CapsGrantSection } from './caps-grant-section.tsx'
import { CapsMonitorView } from './caps-monitor-view.tsx'

const CapsMonitorForm = dynamic(
  () => import('./caps-monitor-form.tsx').then((it) => it.CapsMonitorForm),
  { ssr: false, loading: () => <SkeletonLines lines={4} label="Loading the form" /> },
)

const REFRESH_MS = 5_000

/** Caps that follow the load: what that does now, what it may do, and what it did. */
export function CapsMonitorCard({ host, set }: { host: Host; set: RealTimeSet | null }) {
  const known = useApi(
    'getCapsMonitor',
    { params: { id: host.id } },
    { refetchInterval: REFRESH_MS },
  )
  return (
    <Card aria-labelledby="caps-monitor">
      <CardHeader
        id="caps-monitor"
        title="Caps that follow the load"
        description="The others are capped only while real-time guests work. A minute after those fall idle, they get back what they had."
      />
      <CardBody className="space-y-6">
        {known.data ? (
          <Known host={host} monitor={known.data.monitor} set={set} />
        ) : (
          <Pending
            query={known}
            title="This could not be loaded"
            lines={3}
            label="Loading what the caps follow"
          />
        )}
      </CardBody>
    </Card>
  )
}

function Known({
  host,
  monitor,
  set,
}: {
  host: Host
  monitor: CapsMonitor | null
  set: RealTimeSet | null
}) {
  const settings = monitor?.settings ?? null
  const declared = set ?? settings
  return (
    <>
      {monitor ? (
        <CapsMonitorView monitor={monitor} />
      ) : (
        <p className="font-semibold">Automatic caps are off.</p>
      )}
      {monitor ? <CapsBack host={host} monitor={monitor} /> : null}
      {monitor ? (
        <CapsGrantSection hostId={host.id} hostName={host.name} monitor={monitor} />
      ) : null}
      <Permitted needs="hosts:write" doing="changing what caps follow">
        {host.connection.state !== 'connected' ? (
          <p className="text-sm text-ink-soft">
            Connect {host.name} first, so that it can be sampled.
          </p>
        ) : !declared || declared.others.length === 0 ? (
          <p className="text-sm text-ink-soft">
            Mark the real-time guests above, with what they need, and leave at least one other.
          </p>
        ) : (
          <Disclosure summary={monitor ? 'Change it' : 'Set it up'}>
            <CapsMonitorForm hostId={host.id} set={declared} known={settings} />
          </Disclosure>
        )}
        {monitor ? <RemoveCapsMonitor host={host} /> : null}
      </Permitted>
      {monitor ? <LastChanges hostId={host.id} /> : null}
    </>
  )
}

/** What a monitor that is off has left can be undone by a plan. */
function CapsBack({ host, monitor: { settings, caps } }: { host: Host; monitor: CapsMonitor }) {
  const { plan, busy, error } = useNewPlan()
  const weights = caps.flatMap(({ domain, inForcePercent, beforePercent }) =>
    beforePercent === null || beforePercent === inForcePercent
      ? []
      : [{ domain, cap: beforePercent }],
  )
  if (settings.mode !== 'off' || weights.length === 0) return null
  return (
    <Permitted needs="plans:write">
      <ProblemAlert error={error} title="The plan could not be made" />
      <Button
        busy={busy}
        onClick={() =>
          plan({ hostId: host.id, weights, origin: 'Caps from before they followed the load' })
        }
      >
        <ClipboardList aria-hidden /> Plan the caps back
      </Button>
    </Permitted>
  )
}

function RemoveCapsMonitor({ host: { id, name } }: { host: Host }) {
  const remove = useApiMutation('removeCapsMonitor', {
    invalidates: ['getCapsMonitor', 'getHost', 'listJournal'],
  })
  return (
    <ConfirmButton
      look="quiet"
      label="Remove it"
      aria-label={`Remove the caps monitor of ${name}`}
      title={`Let caps no longer follow the load on ${name}?`}
      confirmLabel="Remove"
      action={remove}
      onConfirm={(close) => remove.mutate({ params: { id } }, { onSuccess: close })}
    >
      The settings are deleted and the grant is revoked. The caps in force now stay, and what they
      were before is forgotten.
    </ConfirmButton>
  )
}

/** The newest changes; the journal has all. */
function LastChanges({ hostId }: { hostId: string }) {
  const query = { hostId, decision: 'caps-changed', limit: 5 } as const
  const { data, error, refetch } = useApi('listJournal', { query }, { refetchInterval: REFRESH_MS })
  if (!data) {
    return (
      <ProblemAlert
        error={error}
        title="The last changes could not be loaded"
        onRetry={() => refetch()}
      />
    )
  }
  if (data.data.length === 0) return null
  return (
    <section aria-labelledby="caps-changes" className="space-y-2 border-t border-line pt-5">
      <h3 id="caps-changes" className="font-semibold">
        Last changes
      </h3>
      <ul className="-mx-4 divide-y divide-line sm:-mx-6">
        {data.data.map((entry) => (
          <JournalLine key={entry.id} entry={entry} of={{ hostId }} />
        ))}
      </ul>
      <Link
        className="text-sm text-accent underline underline-offset-4"
        href={`/changes/journal?host=${hostId}`}
      >
        Whole journal
      </Link>
    </section>
  )
}
