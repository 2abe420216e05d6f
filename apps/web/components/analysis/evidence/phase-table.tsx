'use client'

import type { AnalysisResult, EstimatorId, PhaseResult } from '@steelyard/contract'
import {
  formatCount,
  formatRate,
  formatSignedPercent,
  type OneUnit,
  oneUnitFor,
} from '@steelyard/contract/format'
import { formatClock } from '../../../lib/format/dates.ts'
import { useQueryParams } from '../../../lib/use-query-params.ts'
import { type SeriesKey, useSeriesStyles } from '../../charts/series-style.ts'
import { SeriesSwatch } from '../../charts/series-swatch.tsx'
import { Card, CardHeader } from '../../ui/card.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { Select } from '../../ui/select.tsx'
import { NotValidMark } from '../trust/not-valid-mark.tsx'

type PhaseDomain = PhaseResult['domains'][number]

/** Compares the measured value with each estimate and its error, phase by phase, for one domain. */
export function PhaseTable({ result }: { result: AnalysisResult }) {
  const [params, change] = useQueryParams()
  const domains = result.domains.map(({ domain }) => domain)
  const domain = domains.find((each) => each === params.get('domain')) ?? domains[0]
  const phases = result.phases.flatMap(({ domains: all, ...phase }) => {
    const own = all.find((each) => each.domain === domain)
    return own ? [{ ...phase, ...own }] : []
  })
  return (
    <Card aria-labelledby="phases">
      <CardHeader
        id="phases"
        title="Phase by phase"
        description="Mean response times. The percentage is the error of the estimate relative to the measurement."
        action={
          <Select
            aria-label="Guest of the table"
            className="h-9 w-36"
            value={domain}
            onChange={(event) => change({ domain: event.target.value })}
          >
            {domains.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </Select>
        }
      />
      <div className="pt-2 pb-2">
        <Phases phases={phases} result={result} />
      </div>
      {phases.some(hasDoubts) ? (
        <p className="px-4 pb-4 text-sm text-ink-faint sm:px-6">
          † Not valid: the estimator itself marks this figure as unreliable. The errors of each
          model give the reason.
        </p>
      ) : null}
    </Card>
  )
}

type DomainPhase = Omit<PhaseResult, 'domains'> & PhaseDomain

function Phases({ phases, result }: { phases: readonly DomainPhase[]; result: AnalysisResult }) {
  const { all } = useSeriesStyles()
  const known = all.filter((style) => result.estimators.some((each) => each.id === style.key))
  // What everything is compared with comes first, where it is seen without scrolling.
  const main: readonly SeriesKey[] = [result.predictor.estimator, 'sandpiper']
  const estimators = [
    ...main.flatMap((key) => known.find((style) => style.key === key) ?? []),
    ...known.filter(({ key }) => !main.includes(key)),
  ]
  const times = oneUnitFor(
    phases.flatMap(({ measured, estimatesMs }) => [measured?.p95Ms, ...Object.values(estimatesMs)]),
  )
  return (
    <PlainTable caption="Measured and estimated response times by phase">
      <thead>
        <tr className="align-bottom">
          <HeadCell>Phase, times in {times.unit}</HeadCell>
          <HeadCell numeric>Measured</HeadCell>
          <HeadCell numeric className="whitespace-normal!">
            95th percentile
          </HeadCell>
          {estimators.map((style) => (
            <HeadCell key={style.key} numeric className="whitespace-normal!">
              <span className="flex flex-col items-end gap-1">
                <SeriesSwatch series={style.key} />
                {style.label}
              </span>
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {phases.map((phase) => (
          <tr key={phase.from} className="border-b border-line last:border-0">
            <RowHead className="whitespace-nowrap">
              {phase.label}
              <span className="block font-normal text-ink-soft tabular">
                {formatClock(phase.from)}–{formatClock(phase.to)}
              </span>
              <span className="block font-normal text-ink-faint tabular">
                {formatRate(phase.arrivalRatePerSecond)}, weight {formatCount(phase.weight)}
              </span>
            </RowHead>
            <Cell numeric className="font-semibold">
              {times.measured(phase.measured?.meanMs)}
            </Cell>
            <Cell numeric>{times.measured(phase.measured?.p95Ms)}</Cell>
            {estimators.map((style) => (
              <EstimateCell key={style.key} phase={phase} estimator={style.key} times={times} />
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** Missing figures are not counted: the table already marks them. */
function hasDoubts({ estimatesMs, notValid }: DomainPhase): boolean {
  return notValid.some((estimator) => estimatesMs[estimator] != null)
}

function EstimateCell({
  phase,
  estimator,
  times,
}: {
  phase: DomainPhase
  estimator: EstimatorId
  times: OneUnit
}) {
  const estimate = phase.estimatesMs[estimator] ?? null
  const valid = !phase.notValid.includes(estimator)
  const measured = phase.measured?.meanMs
  if (estimate === null) {
    return <Cell className="text-right text-ink-faint">no finite answer</Cell>
  }
  return (
    <Cell numeric className={valid ? undefined : 'text-ink-faint'}>
      {times.predicted(estimate)}
      {valid ? null : <NotValidMark />}
      {measured ? (
        <span className="block text-ink-faint">
          {formatSignedPercent((estimate - measured) / measured)}
        </span>
      ) : null}
    </Cell>
  )
}
