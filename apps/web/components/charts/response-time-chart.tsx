import dynamic from 'next/dynamic'
import { ChartSpace } from './chart-space.tsx'
import type { ResponseTimePlotProps } from './response-time-plot.tsx'

const ResponseTimePlot = dynamic(
  () => import('./response-time-plot.tsx').then((it) => it.ResponseTimePlot),
  { ssr: false },
)

/** The plot of response times, whose code comes after the first paint of the page. */
export function ResponseTimeChart(props: ResponseTimePlotProps) {
  return (
    <ChartSpace height={props.height}>
      <ResponseTimePlot {...props} />
    </ChartSpace>
  )
}
