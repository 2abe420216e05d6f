'use client'

import type { ThroughputFit, ThroughputPoint } from '@steelyard/contract'
import { formatNumber, formatRate, formatUncertain } from '@steelyard/contract/format'
import { Alert } from '../ui/alert.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'

/** Shows the result of the curve, how far to trust it, and the numbers behind it. */
export function FitFacts({
  fit,
  points,
}: {
  fit: ThroughputFit
  points: readonly ThroughputPoint[]
}) {
  const errors = fit.standardErrors
  return (
    <div className="space-y-4">
      <p className="font-medium">{fit.kneeStatement}</p>
      {fit.degreesOfFreedom === 0 ? (
        <Alert tone="warn">
          <p>{fit.trustStatement}</p>
        </Alert>
      ) : (
        <p className="text-sm text-ink-soft">{fit.trustStatement}</p>
      )}
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
        <Coefficient
          label="One thread alone"
          value={`${formatUncertain(fit.perProcessPerSecond, errors?.perProcessPerSecond)} /s`}
        />
        <Coefficient
          label="Contention"
          value={formatUncertain(fit.contention, errors?.contention)}
        />
        <Coefficient label="Coherency" value={formatUncertain(fit.coherency, errors?.coherency)} />
      </dl>
      <Disclosure summary="Measured and fitted, as a table">
        <PlainTable caption="Measured and fitted throughput">
          <thead>
            <tr>
              <HeadCell>Threads</HeadCell>
              <HeadCell numeric>Measured</HeadCell>
              <HeadCell numeric>Fitted</HeadCell>
              <HeadCell numeric>Difference</HeadCell>
            </tr>
          </thead>
          <tbody>
            {points.map(({ processes, throughputPerSecond }, index) => {
              const residual = fit.residualsPerSecond[index] ?? 0
              return (
                <tr key={index} className="border-b border-line last:border-0">
                  <RowHead>{processes}</RowHead>
                  <Cell numeric>{formatRate(throughputPerSecond)}</Cell>
                  <Cell numeric>{formatRate(throughputPerSecond - residual)}</Cell>
                  <Cell numeric>{formatNumber(Math.abs(residual) < 1e-6 ? 0 : residual)}</Cell>
                </tr>
              )
            })}
          </tbody>
        </PlainTable>
      </Disclosure>
    </div>
  )
}

function Coefficient({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="text-ink-faint">{label}</dt>
      <dd className="font-medium tabular">{value}</dd>
    </div>
  )
}
