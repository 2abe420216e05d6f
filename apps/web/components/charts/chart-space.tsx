import type { ReactNode } from 'react'

/** Keeps the place of a chart whose code is still on its way, so that nothing moves when it comes. */
export function ChartSpace({ height, children }: { height: number; children: ReactNode }) {
  return (
    <div data-chart-space style={{ minHeight: height }}>
      {children}
    </div>
  )
}
