/** Keeps the place of a chart whose code is still on its way, so that nothing moves when it comes. */
export function ChartSpace({ height }: { height: number }) {
  return <div className="animate-pulse rounded-lg bg-sunken" style={{ height }} />
}
