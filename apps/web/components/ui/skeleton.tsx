import { cx } from '../../lib/cx.ts'

/** A placeholder for content; the surrounding region says "loading" in words. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx('animate-pulse rounded-md bg-sunken', className)} />
}

export function SkeletonLines({
  lines = 3,
  label = 'Loading',
}: {
  lines?: number
  label?: string
}) {
  return (
    <div role="status" className="space-y-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className={cx('h-4', line === lines - 1 && 'w-2/3')} />
      ))}
    </div>
  )
}
