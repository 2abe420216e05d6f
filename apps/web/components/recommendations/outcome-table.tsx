import type { Outcome } from '@steelyard/contract'
import { formatFactor, type OneUnit, oneUnitFor } from '@steelyard/contract/format'
import { Cell, HeadCell, NameHead, PlainTable } from '../ui/plain-table.tsx'
import { PredictedTime } from '../ui/predicted-time.tsx'

/** Every number of an outcome: what was foretold, with the load accounted for, and what came. */
export function OutcomeTable({ domains }: Pick<Outcome, 'domains'>) {
  const times = oneUnitFor(
    domains.flatMap(({ targetMs, beforeMs, foretold, underThisLoad, leftAlone, measuredMs }) => [
      targetMs,
      beforeMs,
      foretold?.highMs,
      underThisLoad?.highMs,
      leftAlone?.highMs,
      measuredMs,
    ]),
  )
  return (
    <div className="stacked">
      <PlainTable caption="Foretold and measured times of each guest">
        <thead>
          <tr>
            <HeadCell>Guest</HeadCell>
            <HeadCell numeric>Before, {times.unit}</HeadCell>
            <HeadCell numeric>Foretold, {times.unit}</HeadCell>
            <HeadCell numeric>Under this load, {times.unit}</HeadCell>
            <HeadCell numeric>Left alone, {times.unit}</HeadCell>
            <HeadCell numeric>Measured, {times.unit}</HeadCell>
            <HeadCell numeric>Load</HeadCell>
            <HeadCell numeric>Model’s error</HeadCell>
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <OutcomeRow key={domain.domain} domain={domain} times={times} />
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}

function OutcomeRow({ domain, times }: { domain: Outcome['domains'][number]; times: OneUnit }) {
  const { unit } = times
  return (
    <tr className="border-b border-line last:border-0">
      <NameHead name={domain.domain} />
      <Cell numeric data-label={`Before, ${unit}`}>
        {times.measured(domain.beforeMs)}
      </Cell>
      <Cell numeric data-label={`Foretold, ${unit}`}>
        <PredictedTime prediction={domain.foretold} times={times} />
      </Cell>
      <Cell numeric data-label={`Under this load, ${unit}`}>
        <PredictedTime prediction={domain.underThisLoad} times={times} />
      </Cell>
      <Cell numeric data-label={`Left alone, ${unit}`}>
        <PredictedTime prediction={domain.leftAlone} times={times} />
      </Cell>
      <Cell numeric data-label={`Measured, ${unit}`}>
        <span className="font-semibold">{times.measured(domain.measuredMs)}</span>
      </Cell>
      <Cell numeric data-label="Load">
        {formatFactor(domain.loadRatio)}
      </Cell>
      <Cell numeric data-label="Model’s error">
        {formatFactor(domain.errorRatio)}
      </Cell>
    </tr>
  )
}
