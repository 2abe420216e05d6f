import { hasStatus } from '../../lib/api.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { ProblemAlert } from '../ui/problem-alert.tsx'
import { fineStamps } from './hindered.tsx'

/** Why the API has no requests to show, and what may help. */
export function Unreadable({
  error,
  uploadId,
  onRetry,
  onFirstPart,
}: {
  error: unknown
  uploadId: string
  onRetry: () => void
  onFirstPart: () => void
}) {
  if (!hasStatus(error, 422)) return <ProblemAlert error={error} onRetry={onRetry} />
  return (
    <div className="max-w-prose space-y-4">
      <ProblemAlert error={error} title="These requests cannot be watched" />
      <p className="text-ink-soft">
        This needs a trace of xentrace and, from the same minutes, an access log with durations and
        with {fineStamps}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={onFirstPart}>Go to the start of the trace</Button>
        <ButtonLink href={`/recordings/new?upload=${uploadId}`}>Check the files</ButtonLink>
      </div>
    </div>
  )
}
