import type { AnalysisResult, DomainResult } from '@steelyard/contract'
import { formatCount, formatMs, formatPercent, formatRate, formatShare } from '../../lib/format.ts'
import { CardBody } from '../ui/card.tsx'
import { FoldingCard } from '../ui/folding-card.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { EstimateRemarks } from './estimate-remarks.tsx'

/** Who asks how much of the host, and how long it has to wait for it. */
export function LoadCard({ result }: { result: AnalysisResult }) {
  return (
    <FoldingCard
      id="load"
      title="Load and waiting"
      description={`In the windows that are judged. The host is ${formatPercent(
        result.hostUtilisation,
      )} busy.`}
    >
      <div className="pt-3 pb-2">
        <PlainTable caption="Load and waiting by domain">
          <thead>
            <tr>
              <HeadCell>Domain</HeadCell>
              <HeadCell numeric>Weight</HeadCell>
              <HeadCell numeric>Share</HeadCell>
              <HeadCell numeric>Arrival rate</HeadCell>
              <HeadCell numeric>Peak rate</HeadCell>
              <HeadCell numeric>Service time</HeadCell>
              <HeadCell numeric>Utilisation</HeadCell>
              <HeadCell numeric>Runnable wait</HeadCell>
            </tr>
          </thead>
          <tbody>
            {result.domains.map((domain) => (
              <DomainRow key={domain.domain} domain={domain} />
            ))}
            <Domain0Row domain0={result.domain0} />
          </tbody>
        </PlainTable>
      </div>
      <CardBody className="border-t border-line">
        <EstimateRemarks domains={result.domains} />
      </CardBody>
    </FoldingCard>
  )
}

function DomainRow({ domain }: { domain: DomainResult }) {
  return (
    <tr className="border-b border-line">
      <RowHead>{domain.domain}</RowHead>
      <Cell numeric>{formatCount(domain.weight)}</Cell>
      <Cell numeric>{formatShare(domain.share)}</Cell>
      <Cell numeric>{formatRate(domain.arrivalRatePerSecond)}</Cell>
      <Cell numeric>{formatRate(domain.peakArrivalRatePerSecond)}</Cell>
      <Cell numeric>{formatMs(domain.serviceTimeMs)}</Cell>
      <Cell numeric>{formatPercent(domain.utilisation)}</Cell>
      <Cell numeric>{formatMs(domain.runnableWaitPerRequestMs)}</Cell>
    </tr>
  )
}

function Domain0Row({ domain0 }: { domain0: AnalysisResult['domain0'] }) {
  return (
    <tr>
      <RowHead>Domain-0</RowHead>
      <Cell numeric>{formatCount(domain0.weight)}</Cell>
      <Cell numeric>–</Cell>
      <Cell numeric>{formatRate(domain0.ioRequestsPerSecond)}</Cell>
      <Cell numeric>–</Cell>
      <Cell numeric>{formatMs(domain0.serviceTimePerRequestMs)}</Cell>
      <Cell numeric>{formatPercent(domain0.utilisation)}</Cell>
      <Cell numeric>{formatMs(domain0.delayPerIoMs)}</Cell>
    </tr>
  )
}
