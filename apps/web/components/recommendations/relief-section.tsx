import type { HostRecommendation, Relief } from '@steelyard/contract'
import { formatList, formatShare, formatTimes } from '@steelyard/contract/format'
import { withShares } from '../../lib/with-shares.ts'

type Shared = Pick<HostRecommendation, 'changes' | 'domain0Weight'>

/** What a relief rests on, in the place of an analysis: the verdict, who pays, and what is expected. */
export function ReliefSection({
  relief,
  recommendation,
}: {
  relief: Relief
  recommendation: Shared
}) {
  return (
    <section aria-labelledby="relief" className="space-y-2 px-4 sm:px-6">
      <h3 id="relief" className="font-semibold">
        {verdictOf(relief)}
      </h3>
      <dl className="grid max-w-prose grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm tabular [&_dt]:text-ink-faint">
        <dt>Who pays</dt>
        <dd className="[overflow-wrap:anywhere]">{payingWords(relief, recommendation)}</dd>
        <dt>Measured</dt>
        <dd>the worst time was {formatTimes(relief.worstBefore)} its target</dd>
        <dt>Expected</dt>
        <dd>
          {relief.worstExpected === null
            ? 'even then the load does not fit'
            : `${formatTimes(relief.worstExpected)} its target`}
        </dd>
      </dl>
      <p className="max-w-prose text-sm text-ink-soft">{relief.statement}</p>
    </section>
  )
}

/** Whether the change is expected to be enough. */
export function verdictOf({ missing, worstExpected }: Relief): string {
  const names = formatList(missing)
  const isOne = missing.length === 1
  if (worstExpected !== null && worstExpected < 1) {
    return `${names} ${isOne ? 'is expected to keep its target' : 'are expected to keep their targets'} again`
  }
  return `${names} ${isOne ? 'gets' : 'get'} closer to ${isOne ? 'its target' : 'their targets'}, and may not keep ${isOne ? 'it' : 'them'}`
}

function payingWords({ by, payers }: Relief, recommendation: Shared): string {
  const paid = withShares(recommendation.changes, recommendation.domain0Weight)
    .changes.filter(({ domain }) => payers.includes(domain))
    .map(
      ({ domain, shareBefore, shareAfter }) =>
        `${domain} (share ${formatShare(shareBefore)} to ${formatShare(shareAfter)})`,
    )
  const names = paid.length === 0 ? 'nobody' : formatList(paid)
  return by === 'model' ? `${names}, as the queueing formula divides the shares` : names
}
