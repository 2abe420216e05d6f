'use client'

import type { Host } from '@steelyard/contract'
import { ClipboardList } from 'lucide-react'
import { formatDateTime, formatRelative } from '../../lib/format/dates.ts'
import { useNewPlan } from '../plan/use-new-plan.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Permitted } from '../ui/permitted.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { driftedDomains, driftSince, valuesToRestore } from './left-values.ts'

/** Says how the host differs from what Steelyard applied, since when, and what to do about it. */
export function DriftAlert({ host }: { host: Host }) {
  const drifted = driftedDomains(host)
  if (drifted.length === 0) return null
  const since = driftSince(drifted)
  const wanted = valuesToRestore(host)
  const canRestore = wanted.weights.length + wanted.pins.length > 0
  return (
    <Alert
      tone="warn"
      title={`${host.name} is not as Steelyard left it`}
      action={canRestore ? <RestoreValues hostId={host.id} wanted={wanted} /> : undefined}
    >
      <ul className="list-disc space-y-1 pl-5">
        {drifted.flatMap(({ id, name, drift }) =>
          drift.map(({ kind, text }) => (
            <li key={id + kind}>
              <span className="font-medium text-ink">{name}</span>: {text}
            </li>
          )),
        )}
      </ul>
      {since ? <p title={formatDateTime(since)}>First noticed {formatRelative(since)}.</p> : null}
      {canRestore ? (
        <p>
          If this was not intended, plan the applied values again: the plan shows every change
          first. A guest that restarts takes its values from its own configuration file: put the
          lines below into it.
        </p>
      ) : null}
    </Alert>
  )
}

/** Plans the applied values again, against the host as it is now. */
function RestoreValues({
  hostId,
  wanted,
}: {
  hostId: string
  wanted: ReturnType<typeof valuesToRestore>
}) {
  const { plan, busy, error } = useNewPlan()
  return (
    <Permitted needs="plans:write">
      <div className="space-y-3">
        <Button size="small" busy={busy} onClick={() => plan({ hostId, ...wanted })}>
          <ClipboardList aria-hidden /> Plan the applied{' '}
          {wanted.pins.length > 0 ? 'values' : 'weights'} again
        </Button>
        <ProblemAlert error={error} title="The plan could not be made" />
      </div>
    </Permitted>
  )
}
