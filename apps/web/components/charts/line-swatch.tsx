/** A sample of a line as it is drawn, so that the legend also works without colour. */
export function LineSwatch({
  color,
  dash,
  width = 2,
}: {
  color: string
  dash?: string | undefined
  width?: number
}) {
  return (
    <svg width="24" height="8" viewBox="0 0 24 8" aria-hidden className="shrink-0">
      <line
        x1="0"
        y1="4"
        x2="24"
        y2="4"
        stroke={color}
        strokeWidth={width}
        strokeDasharray={dash}
      />
    </svg>
  )
}
