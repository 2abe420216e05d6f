import { LineSwatch } from './line-swatch.tsx'
import { type SeriesKey, useSeriesStyles } from './series-style.ts'

export function SeriesSwatch({ series }: { series: SeriesKey }) {
  const { color, dash, width } = useSeriesStyles().styleOf(series)
  return <LineSwatch color={color} dash={dash} width={width} />
}
