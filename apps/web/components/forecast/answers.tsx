import type { Forecast, ForecastDomain, ForecastEstimator } from '@steelyard/contract'
import { formatRangeMs, formatSignedPercent } from '../../lib/format.ts'
import { TargetMark } from '../analysis/target-mark.tsx'
import { styleOf } from '../charts/series-style.ts'
import { TimeBar } from '../charts/time-bar.tsx'
import { nowOf, PredictedChange, predictedOf } from './predicted-change.tsx'

/** What one estimator answers, domain by domain. */
export function Answers({
  answer,
  estimator,
}: {
  answer: Forecast['answers'][number] | undefined
  estimator: ForecastEstimator
}) {
  const { label, color } = styleOf(estimator)
  if (!answer || answer.missing !== null) {
    return (
      <p className="text-sm text-ink-soft">
        {label} has no answer{answer?.missing ? `: ${answer.missing}` : ' here.'}
      </p>
    )
  }
  const longest = Math.max(
    ...answer.domains.flatMap((each) => [predictedOf(each) ?? 0, nowOf(each) ?? 0]),
  )
  return (
    <ul className="space-y-4">
      {answer.domains.map((domain) => (
        <li key={domain.domain} data-domain={domain.domain}>
          <Answer domain={domain} color={color} longest={longest} />
        </li>
      ))}
    </ul>
  )
}

function Answer({
  domain,
  color,
  longest,
}: {
  domain: ForecastDomain
  color: string
  longest: number
}) {
  const predicted = predictedOf(domain)
  const now = nowOf(domain)
  return (
    <>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium [overflow-wrap:anywhere]">{domain.domain}</span>
        <TargetMark meets={domain.meetsTarget} targetMs={domain.targetMs} />
      </div>
      <TimeBar
        ms={predicted}
        nowMs={now}
        targetMs={domain.targetMs}
        color={color}
        longest={longest}
      />
      <p className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <PredictedChange domain={domain} />
        {predicted !== null && now ? (
          <span className="text-ink-soft tabular">
            {formatSignedPercent((predicted - now) / now)}
          </span>
        ) : null}
      </p>
      {domain.bracket ? (
        <p className="text-sm text-ink-faint tabular">
          any weights: {formatRangeMs(domain.bracket.bestMs, domain.bracket.worstMs)}
        </p>
      ) : null}
    </>
  )
}
