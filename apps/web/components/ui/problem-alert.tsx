import { RotateCcw } from 'lucide-react'
import { problemOf } from '../../lib/api.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'

/** Shows a failed call from its problem+json: what failed, which inputs, and the id to quote. */
export function ProblemAlert({
  error,
  title,
  onRetry,
}: {
  error: unknown
  title?: string
  onRetry?: () => void
}) {
  if (!error) return null
  const problem = problemOf(error)
  return (
    <Alert
      tone="danger"
      title={title ?? problem.title}
      action={
        onRetry ? (
          <Button size="small" onClick={onRetry}>
            <RotateCcw aria-hidden /> Try again
          </Button>
        ) : undefined
      }
    >
      <p>{problem.detail}</p>
      {problem.invalidParams?.length ? (
        <ul className="list-disc pl-5">
          {problem.invalidParams.map((each) => (
            <li key={each.name + each.reason}>
              <code>{each.name}</code>: {each.reason}
            </li>
          ))}
        </ul>
      ) : null}
      {problem.requestId ? (
        <p className="text-xs text-ink-faint">
          Request <code>{problem.requestId}</code>
        </p>
      ) : null}
    </Alert>
  )
}
