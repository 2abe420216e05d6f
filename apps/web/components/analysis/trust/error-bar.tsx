/**
 * Draws an error as a bar up to its median, with a mark at its mean. The whole width stands for the
 * measured value itself, 100 %; a larger error ends in an arrow.
 */
export function ErrorBar({
  median,
  mean,
  color,
}: {
  /** Fractions of the measured value. */
  median: number | null
  mean: number | null
  color: string
}) {
  const percentOf = (value: number) => `${Math.min(1, value) * 100}%`
  return (
    <div aria-hidden className="relative h-3 overflow-hidden rounded-sm bg-sunken">
      {median === null ? null : (
        <div
          className="h-full rounded-sm"
          style={{ width: percentOf(median), backgroundColor: color }}
        />
      )}
      {mean === null || mean > 1 ? null : (
        <div
          className="absolute inset-y-0 w-[3px] -translate-x-full bg-ink outline-2 outline-surface"
          style={{ left: percentOf(mean) }}
        />
      )}
      {median !== null && median > 1 ? (
        <svg
          aria-hidden
          viewBox="0 0 8 12"
          className="absolute inset-y-0 right-0 h-3 w-2 fill-surface"
        >
          <path d="M1 1L7 6L1 11Z" />
        </svg>
      ) : null}
    </div>
  )
}
