import type { TracedRequests } from '@steelyard/contract'
import { formatSignedMs, formatWholePercent } from '@steelyard/contract/format'
import { CardBody } from '../ui/card.tsx'
import { FoldingCard } from '../ui/folding-card.tsx'
import { cutOffWords } from './cut-off-words.ts'

/** What the figures assume, and what was left out. */
export function HowComputed({ traced }: { traced: TracedRequests }) {
  const { domain, cutOff, notes } = traced
  return (
    <FoldingCard id="how" title="How this is computed" description={clockWords(traced)} folded>
      <CardBody className="pt-0 sm:pt-0">
        <ul className="max-w-prose list-disc space-y-1.5 pl-5 text-sm text-ink-soft">
          <li>
            The requests of {domain} that are in flight at once are taken to share its CPU time
            equally. What it computed for the others is the part “other requests of its guest”.
          </li>
          <li>
            While {domain} was ready and had no pCPU, its wait is split equally over the pCPUs. So
            it goes to the guests that ran.
          </li>
          <li>
            While {domain} sleeps, it waits for something outside of it: a disk, the network or a
            client. Domain-0 may be at work for it then.
          </li>
          {cutOff > 0 ? <li>{cutOffWords(cutOff)}</li> : null}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </CardBody>
    </FoldingCard>
  )
}

function clockWords({ domain, clockShiftMs, workInRequests }: TracedRequests): string {
  const work = `${formatWholePercent(workInRequests)} of ${domain}’s CPU time falls into logged requests`
  return clockShiftMs === 0
    ? `The clock of the log agrees with that of the trace: ${work}.`
    : `The times of the log were moved by ${formatSignedMs(clockShiftMs)}, because every guest has a clock of its own. There, most of its CPU time falls into requests. Now ${work}.`
}
