'use client'

import { compareRequests, type RequestComparison } from '@steelyard/contract'
import { cx } from '../../../lib/cx.ts'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { useApi } from '../../../lib/use-api.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { type ColorOf, domainColors } from '../part-colors.ts'
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
  neighbours: readonly (string | null)[]
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

function Comparison({ uploadId, part, region, neighbours }: Props) {
  const { data, error, isPlaceholderData, refetch } = useApi(
    compareRequests,
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
  const met = [...neighbours, ...data.parts.map(({ domain }) => domain)]
  return (
    <div aria-busy={isPlaceholderData} className={cx(isPlaceholderData && 'opacity-60')}>
      <Compared comparison={data} colorOf={domainColors(part.domain, met)} />
    </div>
  )
}

function Compared({ comparison, colorOf }: { comparison: RequestComparison; colorOf: ColorOf }) {
  return (
    <>
      <CardBody className="space-y-2">
        <p role="status" className="max-w-prose font-medium">
          {keepUnits(`${meansWords(comparison)} ${causeWords(comparison)}`)}
        </p>
        {crowdWords(comparison).map((sentence) => (
          <p key={sentence} className="max-w-prose text-ink-soft">
            {keepUnits(sentence)}
          </p>
        ))}
      </CardBody>
      <div className="stacked pb-2">
        <ComparisonTable comparison={comparison} colorOf={colorOf} />
      </div>
    </>
  )
}
