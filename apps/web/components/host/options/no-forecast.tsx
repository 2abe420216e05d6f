import { hasStatus, problemOf } from '../../../lib/api.ts'
import { Alert } from '../../ui/alert.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'

/** A refusal is a fact about the analysis, such as its age; any other error is worth a retry. */
export function NoForecast({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (!hasStatus(error, 409) && !hasStatus(error, 422)) {
    return <ProblemAlert error={error} title="The forecast could not be loaded" onRetry={onRetry} />
  }
  return (
    <Alert title="This analysis cannot answer what-if questions">{problemOf(error).detail}</Alert>
  )
}
