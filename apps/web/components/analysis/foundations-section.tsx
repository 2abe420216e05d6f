import type { Analysis, AnalysisResult } from '@steelyard/contract'
import { Card, CardBody, CardHeader } from '../ui/card.tsx'
import { AssumptionList } from './assumption-list.tsx'
import { DownloadList } from './download-list.tsx'
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
        <Card aria-labelledby="quality">
          <CardHeader id="quality" title="Data quality" />
          <CardBody>
            {result.dataQuality.length > 0 ? (
              <ReasonList reasons={result.dataQuality} />
            ) : (
              <p className="text-sm text-ink-soft">Nothing to remark.</p>
            )}
          </CardBody>
        </Card>
        <Card aria-labelledby="assumptions">
          <CardHeader id="assumptions" title="What each estimate takes for granted" />
          <CardBody>
            <AssumptionList estimators={result.estimators} />
          </CardBody>
        </Card>
      </div>
      <div className="min-w-0 space-y-6">
        <Card aria-labelledby="options">
          <CardHeader id="options" title="Options used" />
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
        </Card>
        <Card aria-labelledby="downloads">
          <CardHeader
            id="downloads"
            title="Downloads"
            description="Raw units, named in the columns."
          />
          <CardBody>
            <DownloadList analysisId={analysis.id} />
          </CardBody>
        </Card>
      </div>{' '}
    </div>
  )
}
