import type { Headroom } from '@steelyard/contract'
import { formatFactor, oneUnitFor } from '@steelyard/contract/format'
import { Cell, HeadCell, PlainTable, RowHead } from '../../ui/plain-table.tsx'
import { headroomRows } from './headroom-rows.ts'

/** The curves of all domains in numbers. */
export function HeadroomTable({ headroom }: { headroom: readonly Headroom[] }) {
  const times = oneUnitFor(headroom.flatMap(({ points }) => points.map(({ ms }) => ms)))
  return (
    <PlainTable caption="Predicted response time by load">
      <thead>
        <tr>
          <HeadCell>Load</HeadCell>
          {headroom.map(({ domain }) => (
            <HeadCell key={domain} numeric>
              {domain}, {times.unit}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {headroomRows(headroom).map(({ loadFactor, timesMs }) => (
          <tr key={loadFactor} className="border-b border-line last:border-0">
            <RowHead>{formatFactor(loadFactor)}</RowHead>
            {headroom.map(({ domain }) => (
              <Cell key={domain} numeric>
                {times.predicted(timesMs.get(domain))}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  )
}
