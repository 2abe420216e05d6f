import type { Outcome } from '@steelyard/contract'
import { formatFactor, oneUnitFor } from '@steelyard/contract/format'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'

/** What was measured of each domain with a target before a relief and after it. */
export function MeasuredTable({ domains }: Pick<Outcome, 'domains'>) {
  const times = oneUnitFor(
    domains.flatMap(({ targetMs, beforeMs, measuredMs }) => [targetMs, beforeMs, measuredMs]),
  )
  return (
    <div className="stacked">
      <PlainTable caption="Measured times of each guest before and after">
        <thead>
          <tr>
            <HeadCell>Guest</HeadCell>
            <HeadCell numeric>Target, {times.unit}</HeadCell>
            <HeadCell numeric>Before, {times.unit}</HeadCell>
            <HeadCell numeric>After, {times.unit}</HeadCell>
            <HeadCell numeric>Load</HeadCell>
          </tr>
        </thead>
        <tbody>
          {domains.map(({ domain, targetMs, beforeMs, measuredMs, loadRatio }) => (
            <tr key={domain} className="border-b border-line last:border-0">
              <NameHead name={domain} />
              <Cell numeric data-label={`Target, ${times.unit}`}>
                {times.target(targetMs)}
              </Cell>
              <Cell numeric data-label={`Before, ${times.unit}`}>
                {times.measured(beforeMs)}
              </Cell>
              <Cell numeric data-label={`After, ${times.unit}`}>
                <span className="font-semibold">{times.measured(measuredMs)}</span>
              </Cell>
              <Cell numeric data-label="Load">
                {formatFactor(loadRatio)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}
