import type { LabSweepPoint } from '@steelyard/contract'
import { formatCount, formatMs, formatNumber, formatWholePercent } from '../../lib/format.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { shadeOf } from './shade.ts'
import { plusMinus, shadedMs } from './sweep-words.ts'

/** Credit line by repayment share: how fast, how fair, and which loans nothing else beats. */
export function SweepMap({ points }: { points: readonly LabSweepPoint[] }) {
  const lines = [...new Set(points.map(({ creditLine }) => creditLine))].toSorted((a, b) => a - b)
  const shares = [...new Set(points.map(({ repaymentShare }) => repaymentShare))].toSorted(
    (a, b) => a - b,
  )
  const shaded = shadedMs(points)
  const shade = shadeOf([...shaded.values()])
  return (
    <PlainTable caption="Mean response time and fairness by credit line and repayment share">
      <thead>
        <tr>
          <HeadCell>Credit line</HeadCell>
          {shares.map((share) => (
            <HeadCell key={share} numeric>
              repays {formatWholePercent(share)}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line}>
            <RowHead>{formatCount(line)} credits</RowHead>
            {shares.map((share) => {
              const point = points.find(
                (each) => each.creditLine === line && each.repaymentShare === share,
              )
              return (
                <Cell
                  key={share}
                  numeric
                  className={point?.pareto ? 'outline-2 -outline-offset-2 outline-accent' : ''}
                  style={{ background: shade(point ? (shaded.get(point) ?? null) : null) }}
                >
                  {formatMs(point?.meanMs)}
                  {point ? <span className="text-ink-soft">{plusMinus(point)}</span> : null}
                  <span className="block text-ink-soft">
                    {formatNumber(point?.fairness)}
                    {point?.pareto ? ' · front' : ''}
                  </span>
                </Cell>
              )
            })}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
