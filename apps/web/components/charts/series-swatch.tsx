import { LineSwatch } from './line-swatch.tsx'
import { type SeriesKey, type SeriesStyle, useSeriesStyles } from './series-style.ts'

export function SeriesSwatch({ series }: { series: SeriesKey }) {
  return <StyleSwatch style={useSeriesStyles().styleOf(series)} />
}

export function StyleSwatch({ style: { color, dash, width } }: { style: SeriesStyle }) {
  return <LineSwatch color={color} dash={dash} width={width} />
}
