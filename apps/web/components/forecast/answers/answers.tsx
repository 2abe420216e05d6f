import type { Forecast, ForecastDomain } from '@steelyard/contract'
import { formatPrediction, formatRangeMs, formatSignedPercent } from '@steelyard/contract/format'
import { cx } from '../../../lib/cx.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { TargetMark } from '../../ui/target-mark.tsx'
import { PredictedChange } from './predicted-change.tsx'

/** Shows the predictions for a question, domain by domain. */
export function Answers({ forecast }: { forecast: Forecast }) {
  const longest = longestOf(forecast.domains)
  return (
    <ul className="space-y-4">
      {forecast.domains.map((domain) => (
        <li key={domain.domain}>
          <Answer domain={domain} predictor={forecast.predictor} longest={longest} />
        </li>
      ))}
    </ul>
  )
}

/** Targets far beyond all bars do not widen the scale, because they would flatten the bars. */
function longestOf(domains: readonly ForecastDomain[]): number {
  const times = Math.max(0, ...domains.flatMap(({ now, then }) => [then?.ms ?? 0, now?.ms ?? 0]))
  const targets = domains.map(({ targetMs }) => targetMs ?? 0)
  return Math.max(times, ...targets.filter((targetMs) => targetMs <= 2 * times))
}

function Answer({
  domain,
  predictor,
  longest,
}: {
  domain: ForecastDomain
  predictor: string
  longest: number
}) {
  const { styleOf } = useSeriesStyles()
  const { now, then, reach } = domain
  return (
    <>
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium [overflow-wrap:anywhere]">{domain.domain}</span>
        <TargetMark meets={domain.meetsTarget} targetMs={domain.targetMs} />
      </div>
      <TimeBar
        ms={then?.ms ?? null}
        nowMs={now?.ms ?? null}
        targetMs={domain.targetMs}
        color={styleOf(predictor).color}
        longest={longest}
      />
      <p className="mt-1.5 flex flex-wrap items-baseline justify-between gap-x-4 text-sm">
        <PredictedChange now={now} then={then} />
        {now && then ? (
          <span className="text-ink-soft tabular">
            {formatSignedPercent((then.ms - now.ms) / now.ms)}
          </span>
        ) : null}
      </p>
      <p className="text-sm text-ink-faint tabular">
        {then ? formatPrediction(then) : null}
        {reach ? (
          <span className="block">
            across all weights, in theory: {formatRangeMs(reach.bestMs, reach.worstMs)}
          </span>
        ) : null}
      </p>
    </>
  )
}

/**
 * Draws a response time as a bar, with a notch at its current value and a red line at the target.
 */
function TimeBar({
  ms,
  nowMs,
  targetMs,
  color,
  longest,
}: {
  ms: number | null
  nowMs: number | null
  targetMs: number | null
  color: string
  /** The value that fills the width; all bars that are compared share it. */
  longest: number
}) {
  return (
    <div aria-hidden className="relative h-3 rounded-sm bg-sunken">
      {ms === null ? null : (
        <div
          className="h-full rounded-sm transition-[width] duration-150"
          style={{ width: percentOf(ms, longest), backgroundColor: color }}
        />
      )}
      <Notch at={nowMs} longest={longest} className="bg-ink" />
      <Notch at={targetMs} longest={longest} className="bg-danger" />
    </div>
  )
}

function Notch({
  at,
  longest,
  className,
}: {
  at: number | null
  longest: number
  className: string
}) {
  if (at === null || at > longest) return null
  return (
    <div
      className={cx(
        'absolute -inset-y-1 w-0.5 -translate-x-1/2 outline-2 outline-surface',
        className,
      )}
      style={{ left: percentOf(at, longest) }}
    />
  )
}

function percentOf(value: number, longest: number): string {
  return `${longest > 0 ? Math.min(100, Math.max(0, (value / longest) * 100)) : 0}%`
}
