import dynamic from 'next/dynamic'
import { ChartSpace } from '../charts/chart-space.tsx'
import type { WatchPlotProps } from './watch-plot.tsx'
import { metricIn } from './watch-rows.ts'

const WatchPlot = dynamic(() => import('./watch-plot.tsx').then((it) => it.WatchPlot), {
  ssr: false,
})

/** The plot of a watch, whose code comes after the first paint of the page. */
export function WatchChart(props: WatchPlotProps) {
  const { rows, lines, metric, height } = props
  const has = lines.some(({ domain }) => rows.some((row) => metricIn(row, domain, metric) !== null))
  return (
    <ChartSpace height={height}>
      {has ? (
        <WatchPlot {...props} />
      ) : (
        <p className="grid place-items-center text-sm text-ink-faint" style={{ height }}>
          Nothing observed.
        </p>
      )}
    </ChartSpace>
  )
}
