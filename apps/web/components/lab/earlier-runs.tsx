import type { LabRun } from '@steelyard/contract'
import { formatDateTime } from '../../lib/format.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { runWords } from './run-words.ts'

/** Everything that was played of the same kind for the same host. */
export function EarlierRuns({
  runs,
  shownId,
  onChoose,
}: {
  runs: readonly LabRun[]
  shownId: string | undefined
  onChoose: (id: string) => void
}) {
  if (runs.length < 2) return null
  return (
    <Disclosure summary={`All ${runs.length} lab runs`}>
      <ul className="space-y-1">
        {runs.map((run) => (
          <li key={run.id}>
            <button
              type="button"
              aria-pressed={run.id === shownId}
              onClick={() => onChoose(run.id)}
              className="min-h-8 w-full rounded-md px-2 py-1 text-left text-sm hover:bg-sunken aria-pressed:bg-accent-soft"
            >
              {formatDateTime(run.createdAt)}: {runWords(run)}
              {run.state === 'succeeded' ? '' : ` (${run.state})`}
            </button>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
