'use client'

import type { Verdict, WatchSeries, WatchState } from '@steelyard/contract'
import { formatDuration } from '@steelyard/contract/format'
import { formatClock } from '../../../../lib/format/dates.ts'
import { keepUnits } from '../../../../lib/format/keep-units.ts'
import { settingsPath } from '../../../../lib/host-paths.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { InlineLink } from '../../../ui/inline-link.tsx'
import { VerdictMark } from '../../../ui/verdict-mark.tsx'
import { gapSeconds, momentsOf, newestEndOf } from '../../../watch/moment.ts'
import type { MomentVerdict } from '../../../watch/moment-words.ts'
import { momentVerdict } from '../../../watch/moment-words.ts'
import { WatchBadge } from '../../../watch/watch-badge.tsx'
import { Announcement } from './announcement.tsx'

/** Whether the targets are kept in this moment, and how old what is known of it is. */
export function LiveVerdict({
  hostId,
  series,
  state,
  isInterrupted,
}: {
  hostId: string
  series: WatchSeries
  state: WatchState
  isInterrupted: boolean
}) {
  // Ages are told to 10 s, which is how often windows come.
  const now = useNow(5_000)
  const newestEnd = newestEndOf(series)
  const seconds = gapSeconds(newestEnd, now)
  const verdict = momentVerdict(momentsOf(series), seconds === null ? null : { seconds })
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-80 gap-3">
          <MomentMark state={verdict.state} />
          <h2 id="live" className="text-xl leading-snug font-semibold">
            {keepUnits(verdict.sentence)}
          </h2>
        </div>
        <WatchBadge state={state} />
      </div>
      <Announcement text={verdict.sentence} />
      <p className="text-sm text-ink-soft">
        {newestEnd === null
          ? ''
          : `The newest window ended at ${formatClock(newestEnd)}, ${ageWords(now - newestEnd)}. `}
        {isInterrupted ? 'The live connection is interrupted; this page asks every 10 s. ' : ''}
        {verdict.state === 'unknown' ? (
          <InlineLink href={settingsPath(hostId, 'guests')}>
            Targets, access logs and the watch
          </InlineLink>
        ) : null}
      </p>
    </>
  )
}

function ageWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 10_000) * 10)
  return seconds === 0 ? 'less than 10 s ago' : `${formatDuration(seconds)} ago`
}

const verdicts: Record<MomentVerdict['state'], Verdict> = {
  kept: 'meets',
  missed: 'misses',
  unknown: 'not-enough-evidence',
}

/** The verdict at a glance; the sentence beside it says the same. */
function MomentMark({ state }: Pick<MomentVerdict, 'state'>) {
  return <VerdictMark verdict={verdicts[state]} beside className="mt-0.5 [&_svg]:size-6" />
}
