import type { Host } from '@steelyard/contract'
import { formatCount } from '@steelyard/contract/format'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'

/** The scheduler's parameters as the host printed them. */
export function SchedulerCard({ host }: { host: Host }) {
  return (
    <Card aria-labelledby="scheduler">
      <CardHeader id="scheduler" title="Scheduler" />
      <CardBody className="space-y-4">
        {host.scheduler ? (
          <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm tabular [&>dt]:text-ink-faint">
            <dt>Scheduler</dt>
            <dd className="font-medium">{host.scheduler}</dd>
            <dt>Xen</dt>
            <dd>{host.xenVersion ?? '–'}</dd>
            <dt>pCPUs</dt>
            <dd>{formatCount(host.pCpus)}</dd>
            <dt>Read</dt>
            <dd>{formatDateTime(host.inventoryAt)}</dd>
          </dl>
        ) : (
          <p className="text-sm text-ink-soft">
            Not known yet. These facts are read from the host once it is connected.
          </p>
        )}
        {host.schedulerParameters.map((pool) => (
          <p key={pool.cpupool} className="text-sm">
            <span className="text-ink-faint">
              {pool.cpupool} ({pool.scheduler}){' '}
            </span>
            <code className="block font-mono text-xs [overflow-wrap:anywhere]">{pool.text}</code>
          </p>
        ))}
      </CardBody>
    </Card>
  )
}
