import type { FactOrigin, Host, HostFacts } from '@steelyard/contract'
import { formatCap, formatCount, formatItems } from '@steelyard/contract/format'
import { formatDateTime } from '../../../lib/format/dates.ts'
import { experimentWords, originWords } from '../../../lib/uploads/host-facts.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'

/** The scheduler and its parameters: as read from the host, else as an upload states them. */
export function SchedulerCard({ host }: { host: Host }) {
  return (
    <Card aria-labelledby="scheduler">
      <CardHeader id="scheduler" title="Scheduler" />
      <CardBody className="space-y-4">
        {host.scheduler ? <AsRead host={host} /> : <AsStated host={host} />}
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
        {host.experiments ? (
          <>
            <dt>For experiments</dt>
            <dd>{experimentWords(host.experiments)}</dd>
          </>
        ) : null}
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

/** What files say of a host that was never read itself. */
function AsStated({ host: { recordedFacts } }: { host: Host }) {
  if (!recordedFacts) {
    return (
      <p className="text-sm text-ink-soft">
        Not known yet. These facts are read from the host once it is connected, or from the outputs
        of xl in a recording.
      </p>
    )
  }
  const { facts, uploadName, at } = recordedFacts
  const { scheduler, tsliceMs, ratelimitUs, xenVersion, pCpus, domains } = facts
  return (
    <>
      <p className="text-sm text-ink-soft">
        As stated in “{uploadName}”, {formatDateTime(at)}.
      </p>
      <dl className={list}>
        <Stated name="Scheduler" facts={[scheduler]} write={(name) => name} />
        <Stated name="Time slice" facts={[tsliceMs]} write={(ms) => `${formatCount(ms)} ms`} />
        <Stated name="Ratelimit" facts={[ratelimitUs]} write={(us) => `${formatCount(us)} µs`} />
        <Stated name="Xen" facts={[xenVersion]} write={(version) => version} />
        <Stated name="pCPUs" facts={[pCpus]} write={formatCount} />
        <StatedOfDomains name="Weights" domains={domains} fact="weight" write={formatCount} />
        <StatedOfDomains name="Caps" domains={domains} fact="cap" write={formatCap} />
        <StatedOfDomains name="vCPUs" domains={domains} fact="vCpus" write={formatCount} />
      </dl>
      {facts.contradictions.map((text) => (
        <p key={text} className="text-sm text-ink-soft">
          {text}
        </p>
      ))}
    </>
  )
}

type Fact<T> = { value: T; origin: FactOrigin } | null

/** Each value that is stated, and by which files. */
function Stated<T>({
  name,
  facts,
  write,
}: {
  name: string
  facts: readonly Fact<T>[]
  write: (value: T) => string
}) {
  const stated = facts.filter((fact) => fact !== null)
  const sources = [...new Set(stated.map(({ origin }) => originWords(origin)))]
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {stated.length === 0 ? 'not stated' : formatItems(stated.map(({ value }) => write(value)))}
        {stated.length > 0 ? (
          <span className="block text-xs text-ink-faint">from {formatItems(sources)}</span>
        ) : null}
      </dd>
    </>
  )
}

function StatedOfDomains({
  name,
  domains,
  fact,
  write,
}: {
  name: string
  domains: HostFacts['domains']
  fact: 'weight' | 'cap' | 'vCpus'
  write: (value: number) => string
}) {
  const stated = domains.map(({ domain, [fact]: told }) =>
    told ? { ...told, value: `${domain} ${write(told.value)}` } : null,
  )
  return <Stated name={name} facts={stated} write={(words) => words} />
}
