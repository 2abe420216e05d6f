import type { TracedRequests } from '@steelyard/contract'
import { formatWholePercent } from '@steelyard/contract/format'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { cutOffWords } from './cut-off-words.ts'

/** What the figures assume, and what was left out. */
export function HowComputed({ traced }: { traced: TracedRequests }) {
  const { domain, cutOff, notes } = traced
  return (
    <Card aria-labelledby="how">
      <CardHeader id="how" title="How this is computed" />
      <CardBody>
        <ul className="max-w-prose list-disc space-y-1.5 pl-5 text-sm text-ink-soft">
          <li>
            The requests of {domain} that are in flight at once are taken to share its CPU time
            equally. What it computed for the others is the part “other requests of its guest”.
          </li>
          <li>
            While {domain} was ready and had no pCPU, the wait is split equally over the pCPUs, and
            thus among the domains that ran.
          </li>
          <li>
            While {domain} sleeps, it waits for something outside of it: a disk, the network or a
            client. Domain-0 may be at work for it then.
          </li>
          <li>The clocks of the log and of the trace must agree. {workWords(traced)}</li>
          {cutOff > 0 ? <li>{cutOffWords(cutOff)}</li> : null}
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      </CardBody>
    </Card>
  )
}

function workWords({ domain, workInRequests }: TracedRequests): string {
  return workInRequests === null
    ? `${domain} used no CPU time in this part, so nothing shows whether they do.`
    : `${formatWholePercent(workInRequests)} of ${domain}’s CPU time falls into logged requests.`
}
