'use client'

import { getUpload, type Host } from '@steelyard/contract'
import { formatCap, formatCount, formatItems } from '@steelyard/contract/format'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { hasFacts } from '../../../lib/uploads/host-facts.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'

/** The scheduler and its parameters: as read from the host, else as an upload states them. */
export function SchedulerCard({ host }: { host: Host }) {
  return (
    <Card aria-labelledby="scheduler">
      <CardHeader id="scheduler" title="Scheduler" />
      <CardBody className="space-y-4">
        {host.scheduler ? <AsRead host={host} /> : <AsUploaded />}
      </CardBody>
    </Card>
  )
}

const list = 'grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm tabular [&>dt]:text-ink-faint'

function AsRead({ host }: { host: Host }) {
  return (
    <>
      <dl className={list}>
        <dt>Scheduler</dt>
        <dd className="font-medium">{host.scheduler}</dd>
        <dt>Xen</dt>
        <dd>{host.xenVersion ?? '–'}</dd>
        <dt>pCPUs</dt>
        <dd>{formatCount(host.pCpus)}</dd>
        <dt>Read</dt>
        <dd>{formatDateTime(host.inventoryAt)}</dd>
      </dl>
      {host.schedulerParameters.map((pool) => (
        <p key={pool.cpupool} className="text-sm">
          <span className="text-ink-faint">
            {pool.cpupool} ({pool.scheduler}){' '}
          </span>
          <code className="block font-mono text-xs [overflow-wrap:anywhere]">{pool.text}</code>
        </p>
      ))}
    </>
  )
}

/** What the listings in the shown recording say, for a host that was never read itself. */
function AsUploaded() {
  const { recording } = useHostFrame()
  const id = recording?.uploads[0]?.id
  const upload = useApi(getUpload, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const facts = upload.data?.hostFacts
  if (!facts || !hasFacts(facts)) {
    return (
      <p className="text-sm text-ink-soft">
        Not known yet. These facts are read from the host once it is connected, or from the outputs
        of xl in a recording.
      </p>
    )
  }
  const weights = facts.domains.filter(({ weight }) => weight)
  const caps = facts.domains.filter(({ cap }) => cap)
  const vCpus = facts.domains.filter((each) => each.vCpus)
  return (
    <>
      <p className="text-sm text-ink-soft">As stated in the recording “{upload.data?.name}”.</p>
      <dl className={list}>
        <dt>Scheduler</dt>
        <dd className="font-medium">{facts.scheduler?.value ?? '–'}</dd>
        <dt>Time slice</dt>
        <dd>{facts.tsliceMs ? `${formatCount(facts.tsliceMs.value)} ms` : '–'}</dd>
        <dt>Ratelimit</dt>
        <dd>{facts.ratelimitUs ? `${formatCount(facts.ratelimitUs.value)} µs` : '–'}</dd>
        <dt>Xen</dt>
        <dd>{facts.xenVersion?.value ?? '–'}</dd>
        <dt>pCPUs</dt>
        <dd>{formatCount(facts.pCpus?.value)}</dd>
        <dt>Weights</dt>
        <dd>
          {formatItems(
            weights.map(({ domain, weight }) => `${domain} ${formatCount(weight?.value)}`),
          ) || '–'}
        </dd>
        <dt>Caps</dt>
        <dd>
          {formatItems(
            caps.map(({ domain, cap }) => `${domain} ${formatCap(cap?.value ?? null)}`),
          ) || '–'}
        </dd>
        <dt>vCPUs</dt>
        <dd>
          {formatItems(vCpus.map((each) => `${each.domain} ${formatCount(each.vCpus?.value)}`)) ||
            '–'}
        </dd>
      </dl>
      {facts.contradictions.map((text) => (
        <p key={text} className="text-sm text-ink-soft">
          {text}
        </p>
      ))}
    </>
  )
}
