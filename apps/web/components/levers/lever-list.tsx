import type { Analysis, LabResult, Lever, Levers } from '@steelyard/contract'
import { formatCounted, formatDuration, formatNumber } from '../../lib/format.ts'
import { CardBody } from '../ui/card.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { ActionLink, LeverAction } from './lever-action.tsx'
import { LeverRow } from './lever-row.tsx'
import { bestOfKinds, leadSentence, winnerSentence } from './lever-words.ts'

/** The winner in a sentence, then every lever in its order. */
export function LeverList({
  analysis,
  result,
  levers,
}: {
  analysis: Pick<Analysis, 'id' | 'hostId'>
  result: LabResult
  levers: Levers
}) {
  const { best, rest } = bestOfKinds(levers.ranked)
  const lead = leadSentence(levers, result)
  const row = (lever: Lever) => (
    <LeverRow
      key={lever.variantId}
      lever={lever}
      levers={levers}
      variant={result.variants.find(({ id }) => id === lever.variantId)!}
      action={<LeverAction lever={lever} analysisId={analysis.id} hostId={analysis.hostId} />}
    />
  )
  return (
    <>
      <CardBody className="space-y-2">
        <p className="text-lg leading-snug font-semibold">{winnerSentence(levers, result)}</p>
        {lead ? <p className="text-sm text-ink-soft">{lead}</p> : null}
      </CardBody>
      <ol
        aria-label="Levers, the most helpful first"
        className="divide-y divide-line border-y border-line"
      >
        {best.map(row)}
        <LoadBalancerRow idlePCpus={levers.idlePCpus} />
      </ol>
      <CardBody className="space-y-4">
        <p className="text-sm text-ink-faint">
          Peak response times as measured, moved as the twin moves the mean, against the SLA
          targets; changes over all requests with an interval that with 95 % is right for all levers
          together, {formatCounted(result.replications, 'replication')} of{' '}
          {formatDuration(result.simulatedSeconds)} under the same arrivals. The best of each kind
          is shown; nearest to the targets goes first, and among equals what this host can do by
          itself.
          {result.notes.map((note) => ` ${note}`)}
        </p>
        {rest.length > 0 ? (
          <Disclosure summary={`${formatCounted(rest.length, 'more variant')} of these kinds`}>
            <ul className="divide-y divide-line border-y border-line">{rest.map(row)}</ul>
          </Disclosure>
        ) : null}
      </CardBody>
    </>
  )
}

/** No model predicts response times for it, so it has no rank. */
function LoadBalancerRow({ idlePCpus }: { idlePCpus: number }) {
  if (idlePCpus < 1) return null
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-4 sm:px-6 lg:grid-cols-[1fr_minmax(15rem,auto)]">
      <div className="min-w-0 space-y-1.5">
        <p className="font-medium">More load balancer threads</p>
        <p className="text-sm text-ink-soft">
          {formatNumber(idlePCpus)} pCPUs are idle on average: a load balancer on this host could
          use them, one thread more for each.
        </p>
        <ActionLink href="/load-balancer" text="Load balancer advice" />
      </div>
      <p className="text-sm text-ink-soft">Predicted response times: not known</p>
    </li>
  )
}
