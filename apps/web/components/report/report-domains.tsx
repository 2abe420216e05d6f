'use client'

import type { AnalysisResult, DomainResult } from '@steelyard/contract'
import { formatCount, formatStatistic, type OneUnit, oneUnitFor } from '@steelyard/contract/format'
import { inHostOrder } from '../../lib/domain-order.ts'
import { TargetTime } from '../analysis/recommendation/target-time.tsx'
import { useHostFrame } from '../host/frame/use-host-frame.ts'
import { advisesWeights } from '../host/now/plan-advice.tsx'
import { BeforeAfter } from '../ui/before-after.tsx'
import { MetMark } from '../ui/met-mark.tsx'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'
import { PredictedMark } from '../ui/predicted-mark.tsx'
import { PredictedTime } from '../ui/predicted-time.tsx'
import { ReportPart } from './report-part.tsx'

/** Target, measured and predicted time of each domain, and its weight. */
export function ReportDomains({ result }: { result: AnalysisResult }) {
  const { host } = useHostFrame()
  const domains = inHostOrder(result.domains, host)
  const isAdvised = advisesWeights(result)
  const times = oneUnitFor(
    domains.flatMap((each) => [
      each.target?.responseTimeMs,
      knownOf(result, each)?.softTargetMs,
      each.observedMs,
      predictedOf(result, each)?.highMs,
    ]),
  )
  return (
    <ReportPart title={isAdvised ? 'Domains, and the weights advised' : 'Domains'}>
      <p className="text-ink-soft">
        Times are the {formatStatistic(result.targetStatistic, result.targetWindowSeconds)}.{' '}
        {result.predictor.dissent?.text}
      </p>
      <PlainTable caption="Target, measured and predicted time, and weight of each domain">
        <thead>
          <tr>
            <HeadCell>Domain</HeadCell>
            <HeadCell numeric>Target, {times.unit}</HeadCell>
            <HeadCell numeric>Measured, {times.unit}</HeadCell>
            <HeadCell numeric>
              {isAdvised ? 'Predicted then' : 'Predicted'}, 90 % interval, {times.unit}
            </HeadCell>
            <HeadCell numeric>Weight</HeadCell>
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <DomainRow key={domain.domain} domain={domain} result={result} times={times} />
          ))}
        </tbody>
      </PlainTable>
      {result.besideSandpiper ? <p>{result.besideSandpiper.statement}</p> : null}
    </ReportPart>
  )
}

function DomainRow({
  domain,
  result,
  times,
}: {
  domain: DomainResult
  result: AnalysisResult
  times: OneUnit
}) {
  const advice = adviceOf(result, domain)
  const isSure = result.evidence.grade === 'enough'
  return (
    <tr className="border-b border-line last:border-0">
      <NameHead name={domain.domain} />
      <Cell numeric>
        <TargetTime
          targetMs={domain.target?.responseTimeMs}
          advice={knownOf(result, domain)}
          times={times}
        />
      </Cell>
      <Cell numeric>
        {times.measured(domain.observedMs)} <MetMark meets={domain.meetsTarget} isSure={isSure} />
      </Cell>
      <Cell numeric>
        <PredictedTime prediction={predictedOf(result, domain)} times={times} />{' '}
        {advice ? (
          <PredictedMark
            prediction={predictedOf(result, domain)}
            targetMs={advice.targetMs}
            meets={advice.meetsTarget}
            isSure={isSure}
          />
        ) : null}
      </Cell>
      <Cell numeric>
        <BeforeAfter
          before={formatCount(domain.weight)}
          after={formatCount(advice?.weightAfter ?? domain.weight)}
        />
      </Cell>
    </tr>
  )
}

/** What is advised for a domain; nothing where the weights are to stay. */
function adviceOf(result: AnalysisResult, { domain }: DomainResult) {
  return advisesWeights(result) ? knownOf(result, { domain }) : undefined
}

function knownOf({ recommendation }: AnalysisResult, { domain }: Pick<DomainResult, 'domain'>) {
  return recommendation?.domains.find((each) => each.domain === domain)
}

function predictedOf(result: AnalysisResult, domain: DomainResult) {
  const advice = adviceOf(result, domain)
  return advice ? advice.predictedAfter : domain.predictedNow
}
