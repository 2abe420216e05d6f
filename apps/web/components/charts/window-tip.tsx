import { formatMs, formatRate, formatSignedPercent } from '@steelyard/contract/format'
import { formatClock } from '../../lib/format/dates.ts'
import { type Band, bandAt } from './chart-marks.ts'
import { type ChartRow, valueIn } from './chart-rows.ts'
import { MEASURED_P95, type SeriesKey, type StyleOf } from './series-style.ts'
import { StyleSwatch } from './series-swatch.tsx'

interface WindowTipProps {
  row: ChartRow
  shown: readonly SeriesKey[]
  bands: readonly Band[]
  styleOf: StyleOf
}

/** Shows one window in numbers, with each estimate's error against the measured value. */
export function WindowTip({ row, shown, bands, styleOf }: WindowTipProps) {
  const band = bandAt(bands, row.at)
  return (
    <>
      <p className="font-medium tabular">
        {formatClock(row.at)}
        {band ? <span className="font-normal text-ink-soft"> · {band.label}</span> : null}
      </p>
      <p className="mb-1 text-ink-soft tabular">
        {formatRate(row.arrivalRatePerSecond)} arrival rate
      </p>
      <table>
        <tbody>
          {shown.map((key) => (
            <tr key={key}>
              <th scope="row" className="pr-4 text-left font-normal">
                <span className="inline-flex items-center gap-2">
                  <StyleSwatch style={styleOf(key)} />
                  {styleOf(key).label}
                </span>
              </th>
              <td className="text-right font-medium tabular">{formatMs(valueIn(row, key))}</td>
              <td className="pl-3 text-right text-ink-soft tabular">{errorOf(row, key)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function errorOf(row: ChartRow, key: SeriesKey): string {
  const value = valueIn(row, key)
  const measured = valueIn(row, 'measured')
  if (key === 'measured' || key === MEASURED_P95 || value === null || !measured) return ''
  return formatSignedPercent((value - measured) / measured)
}
