import type { AnalysisResult, DomainResult } from '@steelyard/contract'
import {
  formatCount,
  formatItems,
  formatMs,
  formatPercent,
  formatRate,
  formatShare,
} from '@steelyard/contract/format'
import { DOMAIN_0, sharesOf, withDomain0 } from '@steelyard/contract/plain'
import { groupBy } from '../../../lib/group-by.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable, RowHead } from '../../ui/plain-table.tsx'

/** How much load each domain puts on the host, and how long it waits for the CPU. */
export function LoadCard({ result }: { result: AnalysisResult }) {
  // What earlier versions stored as shares left Domain-0 out.
  const shares = sharesOf(withDomain0(result.domains, result.domain0.weight))
  return (
    <Card aria-labelledby="load">
      <CardHeader
        id="load"
        title="Load and waiting"
        description={`In the judged windows. The host is ${formatPercent(
          result.hostUtilisation,
        )} busy.`}
      />
      <div className="pt-3 pb-2">
        <PlainTable caption="Load and waiting by guest">
          <thead>
            <tr>
              <HeadCell>Guest</HeadCell>
              <HeadCell numeric>Weight</HeadCell>
              <HeadCell numeric>Share</HeadCell>
              <HeadCell numeric>Arrival rate</HeadCell>
              <HeadCell numeric>In busy windows</HeadCell>
              <HeadCell numeric>Service time</HeadCell>
              <HeadCell numeric>Utilisation</HeadCell>
              <HeadCell numeric>Runnable wait</HeadCell>
            </tr>
          </thead>
          <tbody>
            {result.domains.map((domain) => (
              <DomainRow key={domain.domain} domain={domain} share={shares.get(domain.domain)} />
            ))}
            <Domain0Row domain0={result.domain0} share={shares.get(DOMAIN_0)} />
          </tbody>
        </PlainTable>
      </div>
      <CardBody className="border-t border-line">
        <EstimateRemarks domains={result.domains} />
      </CardBody>
    </Card>
  )
}

function DomainRow({ domain, share }: { domain: DomainResult; share: number | undefined }) {
  return (
    <tr className="border-b border-line">
      <NameHead name={domain.domain} />
      <Cell numeric>{formatCount(domain.weight)}</Cell>
      <Cell numeric>{formatShare(share)}</Cell>
      <Cell numeric>{formatRate(domain.arrivalRatePerSecond)}</Cell>
      <Cell numeric>{formatRate(domain.busyArrivalRatePerSecond)}</Cell>
      <Cell numeric>{formatMs(domain.serviceTimeMs)}</Cell>
      <Cell numeric>{formatPercent(domain.utilisation)}</Cell>
      <Cell numeric>{formatMs(domain.runnableWaitPerRequestMs)}</Cell>
    </tr>
  )
}

function Domain0Row({
  domain0,
  share,
}: Pick<AnalysisResult, 'domain0'> & { share: number | undefined }) {
  return (
    <tr>
      <RowHead>Domain-0</RowHead>
      <Cell numeric>{formatCount(domain0.weight)}</Cell>
      <Cell numeric>{formatShare(share)}</Cell>
      <Cell numeric>{formatRate(domain0.ioRequestsPerSecond)}</Cell>
      <Cell numeric>–</Cell>
      <Cell numeric>{formatMs(domain0.serviceTimePerRequestMs)}</Cell>
      <Cell numeric>{formatPercent(domain0.utilisation)}</Cell>
      <Cell numeric>{formatMs(domain0.delayPerIoMs)}</Cell>
    </tr>
  )
}

/** Shows the estimators' remarks on their own answers. A remark on several domains appears once. */
function EstimateRemarks({ domains }: { domains: readonly DomainResult[] }) {
  const { styleOf } = useSeriesStyles()
  const remarks = domains.flatMap(({ domain, estimates }) =>
    estimates.flatMap(({ estimator, valid, reasons }) =>
      reasons.map((text) => ({ domain, estimator, valid, text })),
    ),
  )
  const groups = [...groupBy(remarks, (each) => `${each.estimator} ${each.text}`)]
  if (groups.length === 0) {
    return <p className="text-sm text-ink-soft">No estimator has reservations about this load.</p>
  }
  return (
    <ul className="space-y-2 text-sm">
      {groups.map(([key, same]) => {
        const first = same[0]
        if (!first) return null
        return (
          <li key={key} className="flex gap-2.5">
            <span className="flex h-5 items-center">
              <SeriesSwatch series={first.estimator} />
            </span>
            <span className="min-w-0 text-ink-soft">
              <span className="font-medium text-ink">
                {styleOf(first.estimator).label}, {formatItems(same.map((each) => each.domain))}
                {first.valid ? '' : ' (not usable)'}:
              </span>{' '}
              {first.text}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
