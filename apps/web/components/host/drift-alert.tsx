import type { Host } from '@steelyard/contract'
import { formatDateTime, formatRelative } from '../../lib/format.ts'
import { Alert } from '../ui/alert.tsx'
import { driftedDomains, driftSince, weightsToRestore } from './left-values.ts'
import { RestoreWeights } from './restore-weights.tsx'

/** First of all on the page: the host is not as Steelyard left it, how, since when, what to do. */
export function DriftAlert({ host }: { host: Host }) {
  const drifted = driftedDomains(host)
  if (drifted.length === 0) return null
  const since = driftSince(drifted)
  const wanted = weightsToRestore(host)
  return (
    <Alert
      tone="warn"
      title={`${host.name} is not as Steelyard left it`}
      action={wanted.length > 0 ? <RestoreWeights hostId={host.id} weights={wanted} /> : undefined}
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
      {since ? (
        <p title={formatDateTime(since)}>First seen by a reading {formatRelative(since)}.</p>
      ) : null}
      {wanted.length > 0 ? (
        <p>
          If nobody meant it, plan the weights that were applied again: the plan shows every change
          first. A guest that restarts takes its weight from its own configuration file: put the
          lines below into it.
        </p>
      ) : null}
    </Alert>
  )
}
