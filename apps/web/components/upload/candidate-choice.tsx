import type { SourceQuestion } from '@steelyard/contract'
import { withMoments } from '../../lib/format/dates.ts'

/** Each candidate shows what it would make of the sample, so that the right one is obvious. */
export function CandidateChoice({
  name,
  question,
  value,
  onChoose,
}: {
  name: string
  question: SourceQuestion
  value: string | null
  onChoose: (value: string) => void
}) {
  return (
    <div className="grid gap-2 lg:grid-cols-2">
      {question.candidates.map((candidate) => (
        <label
          key={candidate.value}
          className="flex cursor-pointer items-start gap-3 rounded-lg border border-line bg-surface px-3 py-2 has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            className="mt-1 size-4 shrink-0 accent-accent"
            checked={value === candidate.value}
            onChange={() => onChoose(candidate.value)}
          />
          <span className="min-w-0">
            <span className="block font-medium">
              {withMoments(candidate.label)}
              {candidate.value === question.suggested ? (
                <span className="font-normal text-ink-soft"> · most probable</span>
              ) : null}
            </span>
            <span className="block text-sm text-ink-soft">{withMoments(candidate.meaning)}</span>
          </span>
        </label>
      ))}
    </div>
  )
}
