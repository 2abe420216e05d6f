import type { ReactNode } from 'react'
import { Disclosure } from './disclosure.tsx'

/** Lists earlier runs of the twin, one of which is shown. */
export function RunList<Run extends { id: string; state: string }>({
  summary,
  runs,
  shownId,
  onChoose,
  words,
}: {
  summary: string
  runs: readonly Run[]
  shownId: string | undefined
  onChoose: (id: string) => void
  /** What a run was asked. */
  words: (run: Run) => ReactNode
}) {
  return (
    <Disclosure summary={summary}>
      <ul className="space-y-1">
        {runs.map((run) => (
          <li key={run.id}>
            <button
              type="button"
              aria-pressed={run.id === shownId}
              onClick={() => onChoose(run.id)}
              className="min-h-8 w-full rounded-md px-2 py-1 text-left text-sm hover:bg-sunken aria-pressed:bg-accent-soft"
            >
              {words(run)}
              {run.state === 'succeeded' ? '' : ` (${run.state})`}
            </button>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
