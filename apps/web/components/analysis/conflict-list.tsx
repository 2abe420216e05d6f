import { Alert } from '../ui/alert.tsx'

/** Which targets exclude each other, in words. */
export function ConflictList({ conflicts }: { conflicts: readonly string[][] }) {
  if (conflicts.length === 0) return null
  return (
    <Alert tone="danger" title="Targets that no weights can meet together">
      <ul className="list-disc space-y-1 pl-5">
        {conflicts.map((targets) => (
          <li key={targets.join()}>{inWords(targets)}</li>
        ))}
      </ul>
    </Alert>
  )
}

function inWords(targets: readonly string[]): string {
  if (targets.length === 1) return `${targets[0]} cannot be met, whatever the others get`
  return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(targets)
}
