/** What the dots and squares of a chart of response times are. */
export function P95Key() {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden className="size-1.5 rounded-full bg-ink" />
      <span aria-hidden className="size-1.5 bg-danger" />
      95th percentile, within and over
    </span>
  )
}
