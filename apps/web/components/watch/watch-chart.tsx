import dynamic from 'next/dynamic'
import { ChartSpace } from '../charts/chart-space.tsx'
import type { WatchPlotProps } from './watch-plot.tsx'

const WatchPlot = dynamic(() => import('./watch-plot.tsx').then((it) => it.WatchPlot), {
  ssr: false,
})

/** The plot of a watch, whose code comes after the first paint of the page. */
export function WatchChart(props: WatchPlotProps) {
  return (
    <ChartSpace height={props.height}>
      <WatchPlot {...props} />
    </ChartSpace>
  )
}
