import type { Interval, Twin } from '@steelyard/contract'
import {
  formatMs,
  formatPercent,
  formatRangeMs,
  formatSignedPercent,
} from '@steelyard/contract/format'
import { addressOf } from '../../../lib/operations.ts'
import { useSeriesStyles } from '../../charts/series-style.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { PerfettoLink } from '../../ui/perfetto-link.tsx'
import { twinGist } from './twin-words.ts'

/**
 * Compares the simulated host with the measured one: means and percentiles with their uncertainty.
 */
export function TwinCard({ analysisId, twin }: { analysisId: string; twin: Twin }) {
  return (
    <Card aria-labelledby="twin">
      <CardHeader id="twin" title="This recording, simulated" description={twinGist(twin)} />
      <CardBody className="space-y-6">
        {twin.state === 'done' && twin.reason ? (
          <p className="text-sm text-ink-soft">{twin.reason}</p>
        ) : null}
        {twin.domains.length > 0 ? (
          <p className="text-sm text-ink-faint">
            Dot and whisker: the simulation with its 95 % confidence interval; vertical mark:
            measured.
          </p>
        ) : null}
        {twin.domains.map((domain) => (
          <DomainRows key={domain.domain} domain={domain} />
        ))}
        {twin.state === 'done' ? (
          <PerfettoLink href={addressOf('/analyses/:id/twin/perfetto', { id: analysisId })} />
        ) : null}
      </CardBody>
    </Card>
  )
}

function DomainRows({ domain }: { domain: Twin['domains'][number] }) {
  const log = domain.measuredBy === 'access-log' ? domain.logged : null
  const [mean, p95] = [domain.measuredMeanMs, domain.measuredP95Ms]
  const longest = Math.max(
    0,
    ...[domain.mean, domain.p95, domain.p99].map((each) => each?.highMs ?? 0),
    mean ?? 0,
    p95 ?? 0,
  )
  return (
    <section aria-label={domain.domain}>
      <h3 className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{domain.domain}</span>
        <span className="text-sm font-normal text-ink-faint tabular">
          CPU {formatPercent(domain.cpuShare)} of one pCPU, waits{' '}
          {formatMs(domain.runnableWaitPerRequestMs)} a request
        </span>
      </h3>
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 sm:grid-cols-[auto_1fr_auto]">
        <Row label="Mean" interval={domain.mean} measured={log ? null : mean} longest={longest} />
        <Row label="95 %" interval={domain.p95} measured={log ? null : p95} longest={longest} />
        <Row label="99 %" interval={domain.p99} measured={null} longest={longest} />
        {log ? (
          <>
            <Row label="Mean in the log" interval={log.mean} measured={mean} longest={longest} />
            <Row label="95 %, logged" interval={log.p95} measured={p95} longest={longest} />
          </>
        ) : null}
      </dl>
    </section>
  )
}

function Row({
  label,
  interval,
  measured,
  longest,
}: {
  label: string
  interval: Interval | null
  measured: number | null
  longest: number
}) {
  const { color } = useSeriesStyles().styleOf('twin')
  return (
    <div className="contents">
      <dt className="text-sm text-ink-soft">{label}</dt>
      <dd className="min-w-0">
        <IntervalBar interval={interval} measuredMs={measured} color={color} longest={longest} />
      </dd>
      <dd className="col-start-2 text-sm tabular sm:col-start-3 sm:text-right">
        {interval ? (
          <>
            <span className="font-medium">{formatMs(interval.ms)}</span>{' '}
            <span className="text-ink-faint">
              ({formatRangeMs(interval.lowMs, interval.highMs)})
            </span>
          </>
        ) : (
          'no answer'
        )}
        {measured === null ? null : (
          <span className="text-ink-soft">
            , measured {formatMs(measured)}
            {interval ? `: ${formatSignedPercent((interval.ms - measured) / measured)}` : ''}
          </span>
        )}
      </dd>
    </div>
  )
}

/** Draws a value with its confidence interval as a whisker, and a mark at the measured value. */
function IntervalBar({
  interval,
  measuredMs,
  color,
  longest,
}: {
  interval: Interval | null
  measuredMs: number | null
  color: string
  /** The value that fills the width; all bars that are compared share it. */
  longest: number
}) {
  const percentOf = (ms: number) =>
    longest > 0 ? Math.min(100, Math.max(0, (ms / longest) * 100)) : 0
  return (
    <svg aria-hidden width="100%" height="18" className="block overflow-visible rounded-sm">
      <rect y="3" width="100%" height="12" rx="2" fill="var(--sunken)" />
      {measuredMs === null ? null : (
        <line
          x1={`${percentOf(measuredMs)}%`}
          x2={`${percentOf(measuredMs)}%`}
          y1="0"
          y2="18"
          stroke="var(--series-measured)"
          strokeWidth="3"
        />
      )}
      {interval ? (
        <g stroke={color} strokeWidth="2" fill={color}>
          <line
            x1={`${percentOf(interval.lowMs)}%`}
            x2={`${percentOf(interval.highMs)}%`}
            y1="9"
            y2="9"
          />
          {[interval.lowMs, interval.highMs].map((ms) => (
            <line key={ms} x1={`${percentOf(ms)}%`} x2={`${percentOf(ms)}%`} y1="5" y2="13" />
          ))}
          <circle cx={`${percentOf(interval.ms)}%`} cy="9" r="3.5" stroke="var(--surface)" />
        </g>
      ) : null}
    </svg>
  )
}
