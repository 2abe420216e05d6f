import { cx } from '../../lib/cx.ts'

/** The end of a name tells hosts of one fleet apart; shorter names are shown whole or cut at the end. */
const TAIL = 10
const SHORT = 20

/**
 * A name on one line, for cells and headers: where it does not fit it is cut in the middle. In
 * sentences names wrap instead.
 */
export function Name({
  children: name,
  className = 'max-w-full',
}: {
  children: string
  /** How wide it may be. */
  className?: string
}) {
  if (name.length <= SHORT) {
    return (
      <span className={cx('block truncate', className)} title={name}>
        {name}
      </span>
    )
  }
  return (
    <span className={cx('flex min-w-0 whitespace-pre', className)} title={name}>
      <span className="sr-only">{name}</span>
      <span aria-hidden className="truncate">
        {name.slice(0, -TAIL)}
      </span>
      <span aria-hidden className="shrink-0">
        {name.slice(-TAIL)}
      </span>
    </span>
  )
}
