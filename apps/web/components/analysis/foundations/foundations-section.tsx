import type { Analysis } from '@steelyard/contract'
import { Download } from 'lucide-react'
import { addressOf } from '../../../lib/operations.ts'
import { useEstimators } from '../../../lib/use-estimators.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { InlineLink } from '../../ui/inline-link.tsx'
import { exportTables } from '../export-tables.ts'
import { optionsInWords } from './option-labels.ts'

/** The options of the analysis, and every table as a download. */
export function FoundationsSection({ analysis }: { analysis: Analysis }) {
  const estimators = useEstimators()
  return (
    <>
      <Card aria-labelledby="options">
        <CardHeader id="options" title="Options used" />
        <CardBody>
          <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[auto_1fr]">
            {optionsInWords(analysis, estimators).map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="text-ink-faint">{name}</dt>
                <dd className="mb-1.5 tabular sm:mb-0 [overflow-wrap:anywhere]">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-4 max-w-prose text-sm text-ink-faint">
            <InlineLink href="/help/reference/assumptions">
              What each estimate assumes, and where the main paper is wrong or silent
            </InlineLink>
          </p>
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
    </>
  )
}

const formats = ['csv', 'json'] as const

function DownloadList({ analysisId }: { analysisId: string }) {
  return (
    <ul className="divide-y divide-line">
      {exportTables.map(({ table, label, hint }) => (
        <li key={table} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0">
          <div className="min-w-0 flex-1 basis-44 text-sm">
            <p className="font-medium">{label}</p>
            <p className="text-ink-faint">{hint}</p>
          </div>
          <div className="flex gap-2">
            {formats.map((format) => (
              <a
                key={format}
                className={buttonLook({ size: 'small' })}
                href={addressOf(
                  '/analyses/:id/exports/:table',
                  { id: analysisId, table },
                  { format },
                )}
                download
              >
                <Download aria-hidden />
                <span className="sr-only">{label} as </span>
                {format.toUpperCase()}
              </a>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
