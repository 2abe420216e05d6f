'use client'

import type { FilledQuestion, TwinRun, TwinRunResult } from '@steelyard/contract'
import { formatCounted, formatDuration } from '@steelyard/contract/format'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { isUnderWay } from '../../../lib/is-under-way.ts'
import { useJob } from '../../../lib/use-job.ts'
import { ChartSpace } from '../../charts/chart-space.tsx'
import { LineSwatch } from '../../charts/line-swatch.tsx'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { JobProgress } from '../../ui/job-progress.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { TroubleAlert } from '../../ui/trouble-alert.tsx'
import { questionSentence } from '../question/question-words.ts'
import { TwinRunTable } from './twin-run-table.tsx'

const CdfChart = dynamic(() => import('../../charts/cdf-chart.tsx').then((it) => it.CdfChart), {
  ssr: false,
  loading: () => <ChartSpace height={260} />,
})

/** One question to the twin: running, stopped, failed, or answered. */
export function TwinRunView({
  run,
  now,
  isAsked,
  onShow,
  onEnd,
}: {
  run: TwinRun
  now: FilledQuestion
  /** Whether the sliders match the question of this run. */
  isAsked: boolean
  onShow: () => void
  onEnd: () => void
}) {
  const { job } = useJob(isUnderWay(run) ? run.jobId : null, onEnd)
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg bg-sunken px-4 py-2.5 text-sm">
        <p className="min-w-0">
          <span className="text-ink-faint">Asked: </span>
          <span className="font-medium">{questionSentence(run.question, now)}</span>
        </p>
        {isAsked ? null : (
          <Button size="small" onClick={onShow}>
            Move the sliders there
          </Button>
        )}
      </div>
      {isUnderWay(run) ? (
        job ? (
          <JobProgress job={job} />
        ) : (
          <SkeletonLines label="Loading the progress" />
        )
      ) : null}
      {run.state === 'cancelled' ? <Alert title="The twin was stopped. Nothing was kept." /> : null}
      {run.state === 'failed' ? (
        <TroubleAlert title="The twin could not answer" trouble={run.trouble} />
      ) : null}
      {run.result ? <Answered result={run.result} /> : null}
    </div>
  )
}

function Answered({ result }: { result: TwinRunResult }) {
  return (
    <>
      <p className="font-medium">{result.statement}</p>
      <div className="-mx-4 sm:-mx-6">
        <TwinRunTable result={result} />
      </div>
      <p className="text-sm text-ink-faint">
        {formatCounted(result.replications, 'replication')} of{' '}
        {formatDuration(result.simulatedSeconds)} with {result.arrivals} arrivals; brackets hold 95
        % confidence intervals. Changes compare replication with replication, under the same
        arrivals.
        {result.notes.map((note) => ` ${note}`)}
      </p>
      <CdfSection result={result} />
    </>
  )
}

/** With more names than this, a row of buttons can no longer be taken in at a glance. */
const BUTTONS_UP_TO = 5

const curveLooks = {
  now: { id: 'now', label: 'now', color: 'var(--ink-faint)', dash: '4 3' },
  asked: { id: 'asked', label: 'as asked', color: 'var(--series-1)', dash: undefined },
}

/** The distribution of one domain's response times, under the current and the changed settings. */
function CdfSection({ result }: { result: TwinRunResult }) {
  const drawn = result.asked.filter(({ cdf }) => cdf.length > 1).map(({ domain }) => domain)
  const [chosen, setChosen] = useState(drawn[0])
  const domain = chosen !== undefined && drawn.includes(chosen) ? chosen : drawn[0]
  if (domain === undefined) return null
  const cdfOf = (of: TwinRunResult['now']) => of.find((each) => each.domain === domain)?.cdf ?? []
  const curves = [
    { ...curveLooks.now, cdf: cdfOf(result.now) },
    { ...curveLooks.asked, cdf: cdfOf(result.asked) },
  ]
  return (
    <figure className="space-y-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <figcaption className="text-sm">
          <span className="font-medium">Share of requests answered within a time, {domain}</span>
          <span className="ml-3 inline-flex items-center gap-3 text-ink-soft">
            {curves.map(({ id, label, color, dash }) => (
              <span key={id} className="inline-flex items-center gap-1.5">
                <LineSwatch color={color} dash={dash} />
                {label}
              </span>
            ))}
          </span>
        </figcaption>
        {drawn.length <= BUTTONS_UP_TO ? (
          <Segmented
            label="Domain of the chart"
            options={drawn.map((value) => ({ value, label: value }))}
            value={domain}
            onChange={setChosen}
          />
        ) : (
          <Select
            aria-label="Domain of the chart"
            value={domain}
            onChange={(event) => setChosen(event.target.value)}
          >
            {drawn.map((value) => (
              <option key={value}>{value}</option>
            ))}
          </Select>
        )}
      </div>
      <CdfChart label={`Share of requests of ${domain} answered within a time`} curves={curves} />
    </figure>
  )
}
