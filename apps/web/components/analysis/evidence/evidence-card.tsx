'use client'

import type { AnalysisResult, Estimator, Series } from '@steelyard/contract'
import { useMemo, useState } from 'react'
import { cx } from '../../../lib/cx.ts'
import { useEstimators } from '../../../lib/use-estimators.ts'
import { phaseBands, weightChangeMarks } from '../../charts/chart-marks.ts'
import { chartRows, seriesPresent } from '../../charts/chart-rows.ts'
import { P95Key } from '../../charts/p95-key.tsx'
import { type SeriesKey, useSeriesStyles } from '../../charts/series-style.ts'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import type { ScaleKind } from '../../charts/value-scale.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { DomainChart } from './domain-chart.tsx'

const scales = [
  { value: 'linear', label: 'Linear' },
  { value: 'log', label: 'Logarithmic' },
] as const
const views = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/** More charts at once would be slow to draw and hard to read. */
const TOGETHER_UP_TO = 4
const ALL = ''

type View = (typeof views)[number]['value']

/** Shows the measured response time of each domain over time, together with every estimate. */
export function EvidenceCard({ result, series }: { result: AnalysisResult; series: Series }) {
  const { all } = useSeriesStyles()
  const estimators = useEstimators()
  const [scale, setScale] = useState<ScaleKind>('log')
  const [view, setView] = useState<View>('chart')
  const [hidden, setHidden] = useState<ReadonlySet<SeriesKey>>(() => hiddenAtFirst(estimators))
  const bands = useMemo(() => phaseBands(result), [result])
  const changes = useMemo(() => weightChangeMarks(result), [result])
  const rowsOf = useMemo(
    () => new Map(series.domains.map((each) => [each.domain, chartRows(each.points)])),
    [series],
  )
  const present = seriesPresent([...rowsOf.values()].flat(), all)
  const shown = present.filter((key) => !hidden.has(key))
  const statistic = result.targetStatistic
  const common = {
    statistic,
    grade: result.evidence.grade,
    view,
    scale,
    shown,
    bands,
    changes,
    windowSeconds: series.windowSeconds,
  }
  const charts = result.domains.map((domain) => ({
    domain,
    rows: rowsOf.get(domain.domain) ?? [],
    ...common,
  }))

  // Few domains stand below each other; among many, one is chosen.
  const together = charts.length <= TOGETHER_UP_TO
  const [chosen, choose] = useState(together ? ALL : charts[0]?.domain.domain)
  const drawn = charts.filter(({ domain }) => chosen === ALL || domain.domain === chosen)

  function toggle(key: SeriesKey) {
    const next = new Set(hidden)
    if (!next.delete(key)) next.add(key)
    setHidden(next)
  }

  return (
    <Card aria-labelledby="evidence">
      <CardHeader
        id="evidence"
        title="Response time over time"
        description={`Means over windows of ${result.windowSeconds} s. Numbered bands are phases; a vertical line marks a change of weights.${
          series.thinned
            ? ' Some windows are left out of the chart; the highest values are kept.'
            : ''
        }`}
        action={
          <>
            {charts.length > 1 ? (
              <Select
                aria-label="Guest of the chart"
                className="h-9 w-36"
                value={chosen}
                onChange={(event) => choose(event.target.value)}
              >
                {together ? <option value={ALL}>All guests</option> : null}
                {charts.map(({ domain }) => (
                  <option key={domain.domain}>{domain.domain}</option>
                ))}
              </Select>
            ) : null}
            <Segmented label="Scale" options={scales} value={scale} onChange={setScale} />
            <Segmented label="View" options={views} value={view} onChange={setView} />
          </>
        }
      />
      <CardBody className="space-y-4">
        <div className="flex flex-wrap items-center gap-x-1 gap-y-1 text-sm">
          <SeriesToggles series={present} hidden={hidden} onToggle={toggle} />
          {view === 'chart' && statistic !== 'mean' ? (
            <span className="px-2">
              <P95Key />
            </span>
          ) : null}
        </div>
        <div className="space-y-8">
          {drawn.map((chart) => (
            <DomainChart
              key={chart.domain.domain}
              {...chart}
              height={drawn.length > 1 ? 230 : 380}
            />
          ))}
        </div>
      </CardBody>
    </Card>
  )
}

/**
 * Estimators that cannot forecast are hidden at first to keep the chart readable; the legend shows
 * them. SandPiper is what everything is compared with.
 */
function hiddenAtFirst(estimators: readonly Estimator[]): ReadonlySet<SeriesKey> {
  const hidden = estimators.filter(({ id, forecasts }) => !forecasts && id !== 'sandpiper')
  return new Set(hidden.map(({ id }) => id))
}

/** The legend; each entry shows or hides its line. */
function SeriesToggles({
  series,
  hidden,
  onToggle,
}: {
  series: readonly SeriesKey[]
  hidden: ReadonlySet<SeriesKey>
  onToggle: (key: SeriesKey) => void
}) {
  const { styleOf } = useSeriesStyles()
  return (
    <fieldset className="flex flex-wrap gap-x-1 gap-y-1">
      <legend className="sr-only">Lines shown</legend>
      {series.map((key) => {
        const shown = !hidden.has(key)
        return (
          <button
            key={key}
            type="button"
            aria-pressed={shown}
            onClick={() => onToggle(key)}
            className={cx(
              'inline-flex min-h-8 items-center gap-2 rounded-md px-2 text-sm hover:bg-sunken',
              shown ? 'text-ink' : 'text-ink-faint line-through',
            )}
          >
            <SeriesSwatch series={key} />
            {styleOf(key).label}
          </button>
        )
      })}
    </fieldset>
  )
}
