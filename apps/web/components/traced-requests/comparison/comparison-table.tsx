import type { ComparedPart, RequestComparison } from '@steelyard/contract'
import { formatMs, formatSignedMs } from '@steelyard/contract/format'
import { TrendingUp } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { partColor, type RequestColors } from '../part-colors.ts'
import { partLabel } from '../part-words.ts'
import { Swatch } from '../swatch.tsx'

/** Each part of the selected requests beside that of the others, the largest difference first. */
export function ComparisonTable({
  comparison: { parts },
  colors,
}: {
  comparison: RequestComparison
  colors: RequestColors
}) {
  return (
    <PlainTable caption="What selected and other requests spent their time on">
      <thead>
        <tr>
          <HeadCell>Part</HeadCell>
          <HeadCell numeric>Selected, mean</HeadCell>
          <HeadCell numeric>Others, mean</HeadCell>
          <HeadCell numeric>Difference</HeadCell>
          <HeadCell numeric>95 % interval</HeadCell>
          <HeadCell>
            <span className="sr-only">Beyond chance</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {parts.map((part) => (
          <PartRow key={partLabel(part)} part={part} color={partColor(part, colors)} />
        ))}
      </tbody>
    </PlainTable>
  )
}

function PartRow({ part, color }: { part: ComparedPart; color: string }) {
  const { selectedMs, otherMs, differenceMs, lowMs, highMs, isOverRepresented } = part
  return (
    <tr className="border-b border-line last:border-0">
      <RowHead>
        <span className="inline-flex items-baseline gap-2">
          <Swatch color={color} />
          {partLabel(part)}
        </span>
      </RowHead>
      <Cell numeric data-label="Selected, mean">
        {formatMs(selectedMs)}
      </Cell>
      <Cell numeric data-label="Others, mean">
        {formatMs(otherMs)}
      </Cell>
      <Cell
        numeric
        data-label="Difference"
        className={isOverRepresented ? 'font-semibold' : undefined}
      >
        {formatSignedMs(differenceMs)}
      </Cell>
      <Cell numeric data-label="95 % interval">
        {formatSignedMs(lowMs)} to {formatSignedMs(highMs)}
      </Cell>
      <Cell>
        {isOverRepresented ? (
          <Badge tone="warn" icon={TrendingUp}>
            More than chance
          </Badge>
        ) : null}
      </Cell>
    </tr>
  )
}
