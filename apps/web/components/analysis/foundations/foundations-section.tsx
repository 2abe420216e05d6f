import { type Analysis, type AnalysisResult, exportAnalysis, urlOf } from '@steelyard/contract'
import { formatCount, formatCounted, formatDuration } from '@steelyard/contract/format'
import { Download } from 'lucide-react'
import { API_BASE } from '../../../lib/api.ts'
import { useEstimators } from '../../../lib/use-estimators.ts'
import { Button } from '../../ui/button.tsx'
import { CardBody } from '../../ui/card.tsx'
import { FoldingCard } from '../../ui/folding-card.tsx'
import { ReasonList } from '../verdict/reason-list.tsx'
import { AssumptionList } from './assumption-list.tsx'
import { judgeWords } from './judge-words.ts'
import { optionsInWords } from './option-labels.ts'

/**
 * What the numbers rest on: data quality, assumptions and options, with a download of everything.
 */
export function FoundationsSection({
  analysis,
  result,
}: {
  analysis: Analysis
  result: AnalysisResult
}) {
  const estimators = useEstimators()
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <div className="min-w-0 space-y-6">
        <FoldingCard id="quality" title="Data quality" description={qualityGist(result)}>
          <CardBody>
            {result.dataQuality.length > 0 ? (
              <ReasonList reasons={result.dataQuality} />
            ) : (
              <p className="text-sm text-ink-soft">No remarks.</p>
            )}
          </CardBody>
        </FoldingCard>
        <FoldingCard
          id="assumptions"
          title="What each estimate assumes"
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
          description={`Windows of ${formatDuration(analysis.options.windowSeconds)}. Judged by: ${judgeWords(analysis.options.estimator, estimators)}.`}
        >
          <CardBody>
            <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
              {optionsInWords(analysis, estimators).map(([name, value]) => (
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
    ? `${remarks}, none of concern.`
    : `${remarks}, ${formatCount(doubts)} worth checking.`
}

const tables = [
  { table: 'windows', label: 'Windows', hint: 'per domain and window: load, measured, estimates' },
  { table: 'observations', label: 'Observations', hint: 'what was read from the files' },
  { table: 'estimates', label: 'Estimates', hint: 'each estimator with its breakdown' },
  { table: 'errors', label: 'Errors', hint: 'MAPE, median and bias' },
  { table: 'recommendation', label: 'Recommendation', hint: 'weights, shares, predictions' },
] as const

const formats = ['csv', 'json'] as const

function DownloadList({ analysisId }: { analysisId: string }) {
  return (
    <ul className="divide-y divide-line">
      {tables.map(({ table, label, hint }) => (
        <li key={table} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0">
          <div className="min-w-0 flex-1 basis-44 text-sm">
            <p className="font-medium">{label}</p>
            <p className="text-ink-faint">{hint}</p>
          </div>
          <div className="flex gap-2">
            {formats.map((format) => (
              <Button key={format} size="small" asChild>
                <a
                  href={urlOf(API_BASE, exportAnalysis.path, { id: analysisId, table }, { format })}
                  download
                >
                  <Download aria-hidden />
                  <span className="sr-only">{label} as </span>
                  {format.toUpperCase()}
                </a>
              </Button>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
