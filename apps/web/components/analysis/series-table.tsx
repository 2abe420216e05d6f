import { formatClock, formatMs, formatRate } from '../../lib/format.ts'
import { type Band, bandAt } from '../charts/chart-marks.ts'
import type { ChartRow } from '../charts/chart-rows.ts'
import { type SeriesKey, styleOf } from '../charts/series-style.ts'
import { Cell, HeadCell, PlainTable, RowHead } from '../ui/plain-table.tsx'
import { NotValidMark } from './not-valid-mark.tsx'

/** The same windows as the chart, as numbers. */
export function SeriesTable({
  domain,
  rows,
  shown,
  bands,
}: {
  domain: string
  rows: readonly ChartRow[]
  shown: readonly SeriesKey[]
  bands: readonly Band[]
}) {
  return (
    <div className="max-h-96 overflow-y-auto rounded-lg border border-line">
      <PlainTable caption={`Response time of ${domain} by window`}>
        <thead>
          <tr>
            <HeadCell>Window from</HeadCell>
            <HeadCell>Phase</HeadCell>
            <HeadCell numeric>Arrival rate</HeadCell>
            {shown.map((key) => (
              <HeadCell key={key} numeric>
                {styleOf(key).label}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.at} className="border-b border-line last:border-0">
              <RowHead className="font-normal tabular">{formatClock(row.at)}</RowHead>
              <Cell className="whitespace-nowrap">{bandAt(bands, row.at)?.label ?? '–'}</Cell>
              <Cell numeric>{formatRate(row.arrivalRatePerSecond)}</Cell>
              {shown.map((key) => (
                <Cell key={key} numeric>
                  {formatMs(row[key])}
                  {row[key] !== null && row.notValid.includes(key) ? <NotValidMark /> : null}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </PlainTable>
    </div>
  )
}
