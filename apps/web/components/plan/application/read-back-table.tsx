import type { Application } from '@steelyard/contract'
import { formatCap, formatCount } from '@steelyard/contract/format'
import { CircleCheck, CircleX } from 'lucide-react'
import { cx } from '../../../lib/cx.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'

/** Compares the values that the host reported afterwards with the intended ones. */
export function ReadBackTable({ kind, readBack }: Pick<Application, 'kind' | 'readBack'>) {
  const after = kind === 'roll-back' ? 'roll-back' : 'application'
  return (
    <PlainTable caption={`Values read back after the ${after}`}>
      <thead>
        <tr>
          <HeadCell>Guest</HeadCell>
          <HeadCell numeric>Weight wanted</HeadCell>
          <HeadCell numeric>Weight read</HeadCell>
          <HeadCell numeric>Cap wanted</HeadCell>
          <HeadCell numeric>Cap read</HeadCell>
          <HeadCell>Result</HeadCell>
        </tr>
      </thead>
      <tbody>
        {readBack.map((row) => (
          <tr key={row.domain} className="border-b border-line last:border-0">
            <RowHead>{row.domain}</RowHead>
            <Cell numeric>{formatCount(row.expectedWeight)}</Cell>
            <Cell numeric className="font-semibold">
              {row.weight === null ? 'not readable' : formatCount(row.weight)}
            </Cell>
            <Cell numeric>{formatCap(row.expectedCap)}</Cell>
            <Cell numeric className="font-semibold">
              {row.cap === null ? 'not readable' : formatCap(row.cap)}
            </Cell>
            <Cell>
              <ReadBackMark matches={row.matches} isKnown={row.weight !== null} />
            </Cell>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}

/** Marks whether the host has the intended value. */
export function ReadBackMark({ matches, isKnown }: { matches: boolean; isKnown: boolean }) {
  const Icon = matches ? CircleCheck : CircleX
  const word = matches ? 'matches' : isKnown ? 'differs' : 'not known'
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 font-medium whitespace-nowrap',
        matches ? 'text-ok' : 'text-danger',
      )}
    >
      <Icon className="size-4" aria-hidden /> {word}
    </span>
  )
}
