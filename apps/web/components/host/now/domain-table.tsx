'use client'

import type { AnalysisResult, DomainResult, Recommendation } from '@steelyard/contract'
import { formatCount, formatStatistic, type OneUnit, oneUnitFor } from '@steelyard/contract/format'
import { inHostOrder } from '../../../lib/domain-order.ts'
import { TargetTime } from '../../analysis/recommendation/target-time.tsx'
import { BeforeAfter } from '../../ui/before-after.tsx'
import { MetMark } from '../../ui/met-mark.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { PredictedMark } from '../../ui/predicted-mark.tsx'
import { PredictedTime } from '../../ui/predicted-time.tsx'
import { Term } from '../../ui/term.tsx'
import { useHostFrame } from '../frame/use-host-frame.ts'
import { advisesWeights } from './plan-advice.tsx'

type Advice = Recommendation['domains'][number]

/** Target, measured and predicted time of each domain, and the weight advised for it. */
export function DomainTable({ result }: { result: AnalysisResult }) {
  const { host } = useHostFrame()
  const domains = inHostOrder(result.domains, host)
  const advised = advisesWeights(result)
  const known = new Map(result.recommendation?.domains.map((each) => [each.domain, each]))
  const advice = advised ? known : new Map<string, Advice>()
  const times = oneUnitFor(
    domains.flatMap((each) => [
      ...timesOf(each, advice.get(each.domain)),
      known.get(each.domain)?.softTargetMs,
    ]),
  )
  const statistic = formatStatistic(result.targetStatistic, result.targetWindowSeconds)
  return (
    <PlainTable caption="Domains: target, measured and predicted times, weights">
      <thead>
        <tr className="align-bottom">
          <HeadCell>Domain</HeadCell>
          <HeadCell numeric className="whitespace-normal!">
            Target, {times.unit}
          </HeadCell>
          <HeadCell numeric className="whitespace-normal!">
            Measured, {times.unit}
            <span className="block text-xs font-normal [&>button]:text-right">
              <Term of={result.targetStatistic}>{statistic}</Term>
            </span>
          </HeadCell>
          <HeadCell numeric className="whitespace-normal!">
            {advised ? 'Predicted then' : 'Predicted'}, <Term of="interval">90 %</Term>,{' '}
            {times.unit}
          </HeadCell>
          <HeadCell numeric>
            <Term of="weight">Weight</Term>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {domains.map((domain) => (
          <DomainRow
            key={domain.domain}
            domain={domain}
            known={known.get(domain.domain)}
            advice={advice.get(domain.domain)}
            times={times}
            isSure={result.evidence.grade === 'enough'}
          />
        ))}
      </tbody>
    </PlainTable>
  )
}

function timesOf(domain: DomainResult, advice: Advice | undefined) {
  const predicted = advice ? advice.predictedAfter : domain.predictedNow
  return [domain.target?.responseTimeMs, domain.observedMs, predicted?.highMs]
}

function DomainRow({
  domain,
  known,
  advice,
  times,
  isSure,
}: {
  domain: DomainResult
  known: Advice | undefined
  advice: Advice | undefined
  times: OneUnit
  isSure: boolean
}) {
  const predicted = advice ? advice.predictedAfter : domain.predictedNow
  return (
    <tr className="border-b border-line last:border-0">
      <RowHead className="[overflow-wrap:anywhere]">{domain.domain}</RowHead>
      <Cell numeric data-label={`Target, ${times.unit}`}>
        <TargetTime targetMs={domain.target?.responseTimeMs} advice={known} times={times} />
      </Cell>
      <Cell numeric data-label={`Measured, ${times.unit}`}>
        <span>
          <span className="font-semibold">{times.measured(domain.observedMs)}</span>{' '}
          <MetMark meets={domain.meetsTarget} isSure={isSure} />
        </span>
      </Cell>
      <Cell numeric data-label={`Predicted, ${times.unit}`}>
        <span>
          <PredictedTime prediction={predicted} times={times} />{' '}
          {advice ? (
            <PredictedMark
              prediction={predicted}
              targetMs={advice.targetMs}
              meets={advice.meetsTarget}
              isSure={isSure}
            />
          ) : null}
        </span>
      </Cell>
      <Cell numeric data-label="Weight">
        <BeforeAfter
          before={formatCount(domain.weight)}
          after={formatCount(advice?.weightAfter ?? domain.weight)}
        />
      </Cell>
    </tr>
  )
}
