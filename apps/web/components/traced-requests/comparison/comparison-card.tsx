'use client'

import type { RequestComparison } from '@steelyard/contract'
import { cx } from '../../../lib/cx.ts'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import type { RequestColors } from '../part-colors.ts'
import type { ShownPart } from '../part-in-address.ts'
import type { Region } from '../region.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { causeWords, crowdWords, meansWords } from './comparison-words.ts'

interface Props {
  uploadId: string
  part: ShownPart
  region: Region
  /** How many requests lie in the region, of how many. */
  selected: number
  all: number
  colors: RequestColors
}

/** A single request says nothing of chance. */
const FEWEST = 2

/** What the selected requests spent their time on, against all others. */
export function ComparisonCard(props: Props) {
  const { selected, all } = props
  return (
    <Card aria-labelledby="common">
      <CardHeader id="common" title="What the selected requests have in common" />
      {selected >= FEWEST && all - selected >= FEWEST ? (
        <Comparison {...props} />
      ) : (
        <CardBody className="text-ink-soft">
          {selected < FEWEST
            ? 'Fewer than two requests are selected. Choose a larger region above.'
            : 'All requests are selected, or all but one, so there is nothing to compare with. Choose a smaller region above.'}
        </CardBody>
      )}
    </Card>
  )
}

function Comparison({ uploadId, part, region, colors }: Props) {
  const { data, error, isPlaceholderData, refetch } = useApi(
    'compareRequests',
    {
      params: { id: uploadId },
      query: {
        ...part,
        selectedFromSeconds: region.fromSeconds,
        selectedToSeconds: region.toSeconds,
        selectedFromMs: region.fromMs,
        selectedToMs: region.toMs,
      },
    },
    { keepsPrevious: true },
  )
  if (error || !data) {
    return (
      <CardBody>
        {error ? (
          <ProblemAlert error={error} onRetry={() => refetch()} />
        ) : (
          <SkeletonLines lines={6} label="Comparing the requests" />
        )}
      </CardBody>
    )
  }
  return (
    <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
      <Compared comparison={data} colors={colors} />
    </div>
  )
}

function Compared({
  comparison,
  colors,
}: {
  comparison: RequestComparison
  colors: RequestColors
}) {
  return (
    <CardBody className="space-y-2">
      <p role="status" className="max-w-4xl font-medium">
        {keepUnits(`${meansWords(comparison)} ${causeWords(comparison)}`)}
      </p>
      {crowdWords(comparison).map((sentence) => (
        <p key={sentence} className="max-w-4xl text-ink-soft">
          {keepUnits(sentence)}
        </p>
      ))}
      <Disclosure summary="Part by part">
        <div className="stacked -mx-4 sm:-mx-6">
          <ComparisonTable comparison={comparison} colors={colors} />
        </div>
      </Disclosure>
    </CardBody>
  )
}
