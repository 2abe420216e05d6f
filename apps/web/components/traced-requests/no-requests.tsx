import type { TracedRequests } from '@steelyard/contract'
import { formatChosen } from '@steelyard/contract/format'
import { SearchX } from 'lucide-react'
import { keepUnits } from '../../lib/format/keep-units.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { cutOffWords } from './cut-off-words.ts'

export function NoRequests({ traced }: { traced: TracedRequests }) {
  const { domain, fromSeconds, toSeconds, lengthSeconds, cutOff } = traced
  const span = `between ${formatChosen(fromSeconds)} s and ${formatChosen(toSeconds)} s`
  return (
    <Card>
      <EmptyState icon={SearchX} title={`No request of ${domain} lies within this part`}>
        <p>
          {keepUnits(
            `The log has none that began and ended ${span}. ${lengthSeconds === null ? 'Choose' : `The trace is ${formatChosen(lengthSeconds)} s long: choose`} another part of it, or a longer one.`,
          )}
        </p>
        {cutOff > 0 ? <p>{cutOffWords(cutOff)}</p> : null}
        {traced.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </EmptyState>
    </Card>
  )
}
