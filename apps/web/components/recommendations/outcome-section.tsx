import type { Outcome } from '@steelyard/contract'
import { formatTimeRange } from '../../lib/format/dates.ts'
import { Badge } from '../ui/badge.tsx'
import { MeasuredTable } from './measured-table.tsx'
import { OutcomePicture } from './outcome-picture.tsx'
import { OutcomeTable } from './outcome-table.tsx'
import { outcomeLooks } from './recommendation-words.ts'

/** Whether it came true: the words, the picture, and every number. */
export function OutcomeSection({ outcome }: { outcome: Outcome }) {
  const { tone, icon, word } = outcomeLooks[outcome.state]
  return (
    <section aria-labelledby={`outcome-${outcome.judgedAt}`} className="space-y-4">
      <div className="space-y-1 px-4 sm:px-6">
        <h3
          id={`outcome-${outcome.judgedAt}`}
          className="flex flex-wrap items-center gap-2 font-semibold"
        >
          Outcome
          <Badge tone={tone} icon={icon}>
            {word}
          </Badge>
        </h3>
        <p className="max-w-prose text-sm text-ink-soft">{outcome.statement}</p>
        <p className="text-sm text-ink-faint">
          Observed {formatTimeRange(outcome)}.
          {outcome.worst
            ? ' Measured times alone decide; no model predicted them.'
            : ' “Under this load” and “left alone” are what the model says for the load that really came.'}
        </p>
      </div>
      {outcome.domains.length > 0 && outcome.worst ? (
        <MeasuredTable domains={outcome.domains} />
      ) : outcome.domains.length > 0 ? (
        <>
          <div className="px-4 sm:px-6">
            <OutcomePicture domains={outcome.domains} />
          </div>
          <OutcomeTable domains={outcome.domains} />
        </>
      ) : null}
    </section>
  )
}
