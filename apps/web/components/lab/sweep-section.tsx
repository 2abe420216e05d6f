import type { LabSweepPoint } from '@steelyard/contract'
import { formatCount, formatMs, formatNumber, formatWholePercent } from '@steelyard/contract/format'
import { keepUnits } from '../../lib/format/keep-units.ts'
import { FoldingCard } from '../ui/folding-card.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { chanceSentence, plusMinus, shadedMs } from './sweep-words.ts'

/** The strongest shade, in percent, on which text is still readable. */
const STRONGEST_PERCENT = 32

/** Compares other loans: how much is lent at once, and how fast it is repaid. */
export function SweepSection({ points }: { points: readonly LabSweepPoint[] }) {
  return (
    <FoldingCard
      id="sweep"
      title="Other loans"
      description={chanceSentence(points) ?? undefined}
      folded
    >
      <div className="stacked space-y-3 pb-2 *:[p]:px-4 *:[p]:text-sm *:[p]:text-ink-soft sm:*:[p]:px-6">
        <p>
          First the mean response time over all requests ± the half-width of its 95 % interval. Then
          fairness in windows of half a second: over minutes every loan is paid back. The stronger
          the colour, the faster. Framed and marked “front”: no other loan is better in one, beyond
          chance, and no worse in the other.
        </p>
        <SweepMap points={points} />
        {hardlyDiffers(points) ? (
          <p>
            Fairness hardly differs: over minutes every loan is paid back, whatever its terms. The
            terms decide how soon answers come.
          </p>
        ) : null}
      </div>
    </FoldingCard>
  )
}

function hardlyDiffers(points: readonly LabSweepPoint[]): boolean {
  const known = points.flatMap(({ fairness }) => fairness ?? [])
  return known.length > 0 && Math.max(...known) - Math.min(...known) < 0.001
}

/**
 * Maps credit line and repayment share to response time and fairness, and marks the loans that no
 * other loan beats.
 */
function SweepMap({ points }: { points: readonly LabSweepPoint[] }) {
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
            <RowHead className="whitespace-nowrap">{formatCount(line)} credits</RowHead>
            {shares.map((share) => {
              const point = points.find(
                (each) => each.creditLine === line && each.repaymentShare === share,
              )
              return (
                <Cell
                  key={share}
                  numeric
                  data-label={`repays ${formatWholePercent(share)}`}
                  className={point?.pareto ? 'outline-2 -outline-offset-2 outline-accent' : ''}
                  style={{ background: shade(point ? (shaded.get(point) ?? null) : null) }}
                >
                  {formatMs(point?.meanMs)}
                  {point ? (
                    <span className="text-ink-soft">{keepUnits(plusMinus(point))}</span>
                  ) : null}
                  <span className="block text-ink-soft in-stacked-rows:ml-2 in-stacked-rows:inline xl:ml-2 xl:inline">
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

/** Maps a value to a background colour: the smaller the value, the stronger the colour. */
export function shadeOf(values: readonly (number | null)[]): (value: number | null) => string {
  const known = values.filter((value) => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return (value) => {
    if (value === null) return 'transparent'
    const near = most > least ? (most - value) / (most - least) : 0
    return `color-mix(in oklab, var(--accent) ${Math.round(near * STRONGEST_PERCENT)}%, var(--surface))`
  }
}
