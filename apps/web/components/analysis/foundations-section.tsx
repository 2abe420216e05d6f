import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { formatCount, formatCounted, formatDuration } from '../../lib/format.ts'
import { CardBody } from '../ui/card.tsx'
import { FoldingCard } from '../ui/folding-card.tsx'
import { AssumptionList } from './assumption-list.tsx'
import { DownloadList } from './download-list.tsx'
import { judgeWords } from './judge-words.ts'
import { optionsInWords } from './option-labels.ts'
import { ReasonList } from './reason-list.tsx'

/** What the numbers rest on: data quality, assumptions, options; and all of them to take away. */
export function FoundationsSection({
  analysis,
  result,
}: {
  analysis: Analysis
  result: AnalysisResult
}) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="min-w-0 space-y-6">
        <FoldingCard id="quality" title="Data quality" description={qualityGist(result)}>
          <CardBody>
            {result.dataQuality.length > 0 ? (
              <ReasonList reasons={result.dataQuality} />
            ) : (
              <p className="text-sm text-ink-soft">Nothing to remark.</p>
            )}
          </CardBody>
        </FoldingCard>
        <FoldingCard
          id="assumptions"
          title="What each estimate takes for granted"
          description="Sources, assumptions, and where the papers are wrong or silent."
        >
          <CardBody>
            <AssumptionList estimators={result.estimators} />
          </CardBody>
        </FoldingCard>
      </div>
      <div className="min-w-0 space-y-6">
        <FoldingCard
          id="options"
          title="Options used"
          description={`Windows of ${formatDuration(analysis.options.windowSeconds)}, judged by ${judgeWords(analysis.options.estimator).toLowerCase()}.`}
        >
          <CardBody>
            <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
              {optionsInWords(analysis).map(([name, value]) => (
                <div key={name} className="contents">
                  <dt className="text-ink-faint">{name}</dt>
                  <dd className="mb-1.5 tabular sm:mb-0 [overflow-wrap:anywhere]">{value}</dd>
                </div>
              ))}
            </dl>
          </CardBody>
        </FoldingCard>
        <FoldingCard
          id="downloads"
          title="Downloads"
          description="Raw units, named in the columns."
        >
          <CardBody>
            <DownloadList analysisId={analysis.id} />
          </CardBody>
        </FoldingCard>
      </div>
    </div>
  )
}

function qualityGist({ dataQuality }: AnalysisResult): string {
  const doubts = dataQuality.filter(({ severity }) => severity !== 'info').length
  const remarks = formatCounted(dataQuality.length, 'remark')
  return doubts === 0
    ? `${remarks}, none of them a doubt.`
    : `${remarks}, ${formatCount(doubts)} to look at.`
}
