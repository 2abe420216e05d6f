'use client'

import type { Host, WatchSeries } from '@steelyard/contract'
import { formatStatistic } from '@steelyard/contract/format'
import { ChartLine } from 'lucide-react'
import { hostPath } from '../../../../lib/host-paths.ts'
import { useAnalyseWatched } from '../../../../lib/watch/use-analyse-watched.ts'
import { Button } from '../../../ui/button.tsx'
import { InlineLink } from '../../../ui/inline-link.tsx'
import { Permitted } from '../../../ui/permitted.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { observedSpan } from '../../../watch/observed-span.ts'

/** What the charts show, and what can be done with it. */
export function LiveFooter({ host, series }: { host: Host; series: WatchSeries }) {
  const { analyse, busy, error } = useAnalyseWatched(host)
  const observed = observedSpan(series)
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-sm text-ink-faint">
          The last 30 min, {formatStatistic(series.statistic, series.windowSeconds)}.{' '}
          <InlineLink href={hostPath(host.id, 'history')}>Hours, days and weeks</InlineLink>
        </p>
        {observed ? (
          <Permitted needs="analyses:write">
            <Button size="small" busy={busy} onClick={() => void analyse(observed)}>
              <ChartLine aria-hidden /> Analyse the last 30 min
            </Button>
          </Permitted>
        ) : null}
      </div>
      <ProblemAlert error={error} title="The analysis could not be started" />
    </div>
  )
}
