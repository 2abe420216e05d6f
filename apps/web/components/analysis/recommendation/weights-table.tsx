import type { AnalysisResult, EvidenceGrade, Recommendation } from '@steelyard/contract'
import { formatCount, formatShare, type OneUnit, oneUnitFor } from '@steelyard/contract/format'
import { DEFAULT_WEIGHT, DOMAIN_0, predictedVerdict } from '@steelyard/contract/plain'
import { withShares } from '../../../lib/with-shares.ts'
import { Badge } from '../../ui/badge.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { PredictedTime } from '../../ui/predicted-time.tsx'
import { VerdictMark } from '../../ui/verdict-mark.tsx'
import { GainOrPrice } from '../verdict/gain-or-price.tsx'
import { TargetTime } from './target-time.tsx'

type DomainAdvice = Recommendation['domains'][number]
type Shares = Pick<DomainAdvice, 'shareBefore' | 'shareAfter'>

/** Shows every number of the recommendation, domain by domain. */
export function WeightsTable({
  recommendation,
  domain0,
  grade,
}: {
  recommendation: Recommendation
  domain0: AnalysisResult['domain0']
  grade: EvidenceGrade
}) {
  const { domains } = recommendation
  const shared = withShares(domains, domain0.weight)
  const times = oneUnitFor(domains.flatMap(timesOf))
  return (
    <PlainTable caption="Weights before and after with predicted response times">
      <thead>
        <tr>
          <HeadCell>Guest</HeadCell>
          <HeadCell numeric>Weight, share</HeadCell>
          <HeadCell numeric>Target, {times.unit}</HeadCell>
          <HeadCell numeric>Measured, {times.unit}</HeadCell>
          <HeadCell numeric>Predicted now</HeadCell>
          <HeadCell numeric>Predicted then</HeadCell>
          <HeadCell numeric>Change</HeadCell>
        </tr>
      </thead>
      <tbody>
        <Domain0Row weight={domain0.weight ?? DEFAULT_WEIGHT} {...shared.domain0} />
        {shared.changes.map((domain) => (
          <DomainRow key={domain.domain} domain={domain} times={times} grade={grade} />
        ))}
      </tbody>
    </PlainTable>
  )
}

function timesOf({
  targetMs,
  softTargetMs,
  measuredMs,
  predictedBefore,
  predictedAfter,
}: DomainAdvice) {
  return [targetMs, softTargetMs, measuredMs, predictedBefore?.highMs, predictedAfter?.highMs]
}

/** Its weight stays; its share moves only where the guests have more or less together. */
function Domain0Row({ weight, shareBefore, shareAfter }: Shares & { weight: number }) {
  return (
    <tr className="border-b border-line text-ink-soft">
      <RowHead>{DOMAIN_0}</RowHead>
      <Cell numeric>
        {formatCount(weight)}
        <span className="block">
          <BeforeAfter before={formatShare(shareBefore)} after={formatShare(shareAfter)} />
        </span>
      </Cell>
      <Cell colSpan={5} className="text-ink-faint">
        no response time of its own
      </Cell>
    </tr>
  )
}

function DomainRow({
  domain,
  times,
  grade,
}: {
  domain: DomainAdvice
  times: OneUnit
  grade: EvidenceGrade
}) {
  return (
    <tr className="border-b border-line last:border-0">
      <RowHead>
        {domain.domain} {domain.excluded ? <Badge>kept as it is</Badge> : null}
      </RowHead>
      <Cell numeric>
        <BeforeAfter
          before={formatCount(domain.weightBefore)}
          after={formatCount(domain.weightAfter)}
        />
        <span className="block text-ink-soft">
          <BeforeAfter
            before={formatShare(domain.shareBefore)}
            after={formatShare(domain.shareAfter)}
          />
        </span>
      </Cell>
      <Cell numeric>
        <TargetTime targetMs={domain.targetMs} advice={domain} times={times} />
      </Cell>
      <Cell numeric>{times.measured(domain.measuredMs)}</Cell>
      <Cell numeric>
        <PredictedTime prediction={domain.predictedBefore} times={times} />
      </Cell>
      <Cell numeric>
        <PredictedTime prediction={domain.predictedAfter} times={times} />{' '}
        <VerdictMark verdict={predictedVerdict(domain.predictedAfter, domain.targetMs, grade)} />
      </Cell>
      <Cell numeric>
        <GainOrPrice domain={domain} />
      </Cell>
    </tr>
  )
}
