import type { TracedRequests } from '@steelyard/contract'
import { formatChosen, formatCounted } from '@steelyard/contract/format'
import { keepUnits } from '../../lib/format/keep-units.ts'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import type { RequestColors } from './part-colors.ts'
import { PartsBar } from './parts-bar.tsx'
import { verdictWords } from './verdict-words.ts'

/** What the mean request spent its time on. */
export function VerdictCard({ traced, colors }: { traced: TracedRequests; colors: RequestColors }) {
  const { domain, meanParts, fromSeconds, toSeconds, requests } = traced
  return (
    <Card aria-labelledby="verdict">
      <CardHeader
        id="verdict"
        title="Where the time went"
        description={`The mean of ${formatCounted(requests.ms.length, 'request')} between ${formatChosen(fromSeconds)} s and ${formatChosen(toSeconds)} s of the trace.`}
      />
      <CardBody className="space-y-4">
        <p className="max-w-4xl text-lg font-semibold text-balance">
          {keepUnits(verdictWords(domain, meanParts))}
        </p>
        <PartsBar parts={meanParts} colors={colors} />
      </CardBody>
    </Card>
  )
}
