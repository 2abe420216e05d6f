import { ProblemAlert } from './problem-alert.tsx'
import { SkeletonLines } from './skeleton.tsx'

/** In place of what is not there yet: why it could not be loaded, or that it is being loaded. */
export function Pending({
  query: { error, refetch },
  title,
  ...skeleton
}: {
  query: { error: unknown; refetch: () => unknown }
  title?: string
  lines?: number
  label?: string
}) {
  if (error) return <ProblemAlert error={error} title={title} onRetry={() => void refetch()} />
  return <SkeletonLines {...skeleton} />
}
