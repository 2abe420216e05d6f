import type { AnalysisResult, Breakdown } from '@steelyard/contract'
import { formatMs, formatPredictedMs } from '@steelyard/contract/format'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'

interface BreakdownPart {
  key: keyof Breakdown
  label: string
  /** The label as it reads in the middle of a sentence. */
  inline: string
  color: string
}

/** The parts are in the order of eq (1): x_p, D_VMp, D_0p. */
const breakdownParts: readonly BreakdownPart[] = [
  { key: 'serviceMs', label: 'Service', inline: 'service', color: 'var(--part-service)' },
  {
    key: 'vmDelayMs',
    label: 'Delay by other guests',
    inline: 'other guests',
    color: 'var(--part-vm-delay)',
  },
  {
    key: 'domain0DelayMs',
    label: 'Delay by Domain-0',
    inline: 'Domain-0',
    color: 'var(--part-domain0-delay)',
  },
]

interface Row {
  domain: string
  breakdown: Breakdown
  measuredMs: number | null
}

/** Breaks the delay-aware estimate down into its parts and compares it with the measured value. */
export function BreakdownCard({
  result,
  of,
}: {
  result: AnalysisResult
  /** One guest alone. */
  of?: string
}) {
  const rows = rowsOf(result).filter(({ domain }) => of === undefined || domain === of)
  if (rows.length === 0) return null
  const longest = Math.max(...rows.flatMap((row) => [totalOf(row.breakdown), row.measuredMs ?? 0]))
  return (
    <Card aria-labelledby="breakdown">
      <CardHeader
        id="breakdown"
        title="Where the time goes"
        description="The delay-aware estimate in its three parts; the vertical mark is the measured mean."
      />
      <CardBody className="space-y-5">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {breakdownParts.map((part) => (
            <li key={part.key} className="inline-flex items-center gap-2">
              <span
                aria-hidden
                className="size-3 rounded-sm"
                style={{ backgroundColor: part.color }}
              />
              {part.label}
            </li>
          ))}
        </ul>
        {rows.map((row) => (
          <div key={row.domain}>
            <div className="mb-1.5 flex flex-wrap justify-between gap-x-4 text-sm tabular">
              <span className="font-medium">{row.domain}</span>
              <span className="text-ink-soft">
                estimate {formatPredictedMs(totalOf(row.breakdown))}, measured{' '}
                {formatMs(row.measuredMs)}
              </span>
            </div>
            <BreakdownBar breakdown={row.breakdown} measuredMs={row.measuredMs} longest={longest} />
            <p className="mt-1 text-sm text-ink-faint tabular">
              {keepUnits(
                breakdownParts
                  .map((part) => `${part.inline} ${formatMs(row.breakdown[part.key])}`)
                  .join(' + '),
              )}
            </p>
          </div>
        ))}
      </CardBody>
    </Card>
  )
}

function rowsOf(result: AnalysisResult): Row[] {
  return result.domains.flatMap((domain) => {
    const breakdown = domain.estimates.find(
      ({ estimator }) => estimator === 'delay-aware',
    )?.breakdown
    return breakdown
      ? [{ domain: domain.domain, breakdown, measuredMs: domain.measured?.meanMs ?? null }]
      : []
  })
}

function totalOf(breakdown: Breakdown): number {
  return breakdownParts.reduce((sum, part) => sum + breakdown[part.key], 0)
}

/**
 * Draws the three parts end to end, with a mark at the measured value. The text gives the same
 * figures.
 */
function BreakdownBar({
  breakdown,
  measuredMs,
  longest,
}: {
  breakdown: Breakdown
  measuredMs: number | null
  /** The value that fills the width; all bars that are compared share it. */
  longest: number
}) {
  const percentOf = (value: number) => `${longest > 0 ? (value / longest) * 100 : 0}%`
  return (
    <div aria-hidden className="relative py-1">
      <div className="flex h-5 gap-px overflow-hidden rounded-sm bg-sunken">
        {breakdownParts.map((part) => (
          <div
            key={part.key}
            style={{ width: percentOf(breakdown[part.key]), backgroundColor: part.color }}
          />
        ))}
      </div>
      {measuredMs === null ? null : (
        <div
          className="absolute inset-y-0 w-[3px] -translate-x-full rounded-full bg-series-measured outline-2 outline-surface"
          style={{ left: percentOf(measuredMs) }}
        />
      )}
    </div>
  )
}
