import type { FactOrigin, HostFacts } from '@steelyard/contract'
import { formatCap, formatCount, formatCounted } from '@steelyard/contract/format'
import { experimentWords, originWords } from '../../lib/uploads/host-facts.ts'
import { byDomainName } from '../../lib/uploads/upload-domains.ts'
import { Alert } from '../ui/alert.tsx'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'

type Fact<T> = { value: T; origin: FactOrigin } | null

/** The facts filled in about the host, each with its source: a file or the host itself. */
export function HostFactsCard({ facts }: { facts: HostFacts }) {
  const { scheduler, tsliceMs, ratelimitUs, xenVersion, pCpus, experiments, contradictions } = facts
  const domains = [...facts.domains].sort((a, b) => byDomainName(a.domain, b.domain))
  return (
    <Card>
      <CardHeader
        title="What is known about the host"
        description="As of the end of the recording. Names can be changed above, weights under the advanced options; files that are left out do not count."
      />
      <CardBody className="space-y-3">
        <ul className="text-sm empty:hidden">
          <FactItem fact={scheduler} write={(name) => `Scheduler ${name}`} />
          <FactItem fact={tsliceMs} write={(ms) => `Time slice ${formatCount(ms)} ms`} />
          <FactItem fact={ratelimitUs} write={(us) => `Ratelimit ${formatCount(us)} µs`} />
          <FactItem fact={xenVersion} write={(version) => `Xen ${version}`} />
          <FactItem
            fact={experiments}
            write={(each) => `For experiments: ${experimentWords(each)}`}
          />
          <FactItem fact={pCpus} write={(count) => formatCounted(count, 'pCPU')} />
        </ul>
        {contradictions.map((text) => (
          <Alert key={text} tone="warn">
            <p>{text} None of these values is used.</p>
          </Alert>
        ))}
      </CardBody>
      {domains.length > 0 ? (
        <div className="pb-2">
          <PlainTable caption="Guests of the host, with the source of each fact">
            <thead>
              <tr>
                <HeadCell>Guest</HeadCell>
                <HeadCell>Xen’s number</HeadCell>
                <HeadCell>Weight</HeadCell>
                <HeadCell>Cap</HeadCell>
                <HeadCell>vCPUs</HeadCell>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {domains.map(({ domain, xenId, weight, cap, vCpus }) => (
                <tr key={domain}>
                  <NameHead name={domain} />
                  <FactCell fact={xenId} write={String} />
                  <FactCell fact={weight} write={String} />
                  <FactCell fact={cap} write={formatCap} />
                  <FactCell fact={vCpus} write={String} />
                </tr>
              ))}
            </tbody>
          </PlainTable>
        </div>
      ) : null}
    </Card>
  )
}

function FactItem<T>({ fact, write }: { fact: Fact<T>; write: (value: T) => string }) {
  return fact ? (
    <li>
      {write(fact.value)} <From fact={fact} />
    </li>
  ) : null
}

function FactCell({ fact, write }: { fact: Fact<number>; write: (value: number) => string }) {
  if (!fact) return <Cell className="text-ink-faint">not known</Cell>
  return (
    <Cell>
      {write(fact.value)} <From fact={fact} />
    </Cell>
  )
}

function From({ fact }: { fact: NonNullable<Fact<unknown>> }) {
  return <span className="text-ink-faint">from {originWords(fact.origin)}</span>
}
