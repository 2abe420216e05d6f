'use client'

import type { RequestLife } from '@steelyard/contract'
import { formatMs, formatOffset } from '@steelyard/contract/format'
import { cx } from '../../../lib/cx.ts'
import { formatClock } from '../../../lib/format/dates.ts'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import type { RequestColors } from '../part-colors.ts'
import type { ShownPart } from '../part-in-address.ts'
import { PartsBar } from '../parts-bar.tsx'
import { LifeLanes } from './life-lanes.tsx'
import { SpanTable } from './span-table.tsx'

/** What happened to one request, moment by moment. */
export function LifeCard({
  uploadId,
  part,
  number,
  colors,
}: {
  uploadId: string
  part: ShownPart
  number: number
  colors: RequestColors
}) {
  const { data, error, isPlaceholderData, refetch } = useApi(
    'getRequestLife',
    { params: { id: uploadId, number }, query: part },
    { keepsPrevious: true },
  )
  return (
    <Card aria-labelledby="life">
      <CardHeader id="life" title="The life of one request" />
      <CardBody>
        {error ? (
          <ProblemAlert error={error} onRetry={() => refetch()} />
        ) : data ? (
          <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
            <Life life={data} colors={colors} />
          </div>
        ) : (
          <SkeletonLines lines={6} label="Reading the life of the request" />
        )}
      </CardBody>
    </Card>
  )
}

function Life({ life, colors }: { life: RequestLife; colors: RequestColors }) {
  const { domain, startedAt, startSeconds, ms, parts } = life
  return (
    <div className="space-y-5">
      <p role="status" className="max-w-prose font-medium">
        {keepUnits(
          `The request of ${domain} that began at ${formatClock(startedAt)}, ${formatOffset(startSeconds)} into the trace, took ${formatMs(ms)}.`,
        )}
      </p>
      {ms > 0 ? <LifeLanes key={life.number} life={life} colors={colors} /> : null}
      <div className="space-y-2">
        <PartsBar parts={parts} colors={colors} />
        <p className="text-sm text-ink-faint">
          {keepUnits(`The parts sum to the logged ${formatMs(ms)}.`)}
        </p>
      </div>
      <Disclosure summary="The same moment by moment, in a table">
        <SpanTable life={life} />
      </Disclosure>
    </div>
  )
}
