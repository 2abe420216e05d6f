'use client'

import type { Analysis, AnalysisResult } from '@steelyard/contract'
import Link from 'next/link'
import { useState } from 'react'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { AnalyseAgain } from './analyse-again.tsx'
import { ErrorTable } from './error-table.tsx'
import { domainsWithErrors, errorRows } from './estimator-errors.ts'

const ALL = ''

/**
 * Shows each estimator's error on this recording, which estimator the verdict rests on, and why.
 */
export function TrustCard({ analysis, result }: { analysis: Analysis; result: AnalysisResult }) {
  const { ranking } = result
  const [domain, setDomain] = useState(ALL)
  const domains = domainsWithErrors(result)
  return (
    <Card aria-labelledby="trust">
      <CardHeader
        id="trust"
        title="How far to trust it"
        description={keepUnits(ranking.reason)}
        action={
          domains.length > 0 ? (
            <Select
              aria-label="Errors of"
              className="h-9 w-40"
              value={domain}
              onChange={(event) => setDomain(event.target.value)}
            >
              <option value={ALL}>All guests</option>
              {domains.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          ) : null
        }
      />
      <p className="px-4 py-3 text-sm text-ink-faint sm:px-6">
        Error of each window’s mean response time relative to the measurement.{' '}
        <span className="hidden sm:inline">
          Bar: median error, full at 100 %; vertical mark: mean error.
        </span>
      </p>
      <ErrorTable rows={errorRows(result, domain || null)} ranking={ranking} />
      <CardBody className="flex flex-wrap items-end justify-between gap-4 border-t border-line">
        <AnalyseAgain analysis={analysis} ranking={ranking} />
        <Link
          className="text-sm text-accent underline underline-offset-4"
          href="/help/reference/assumptions"
        >
          What each estimate assumes
        </Link>
      </CardBody>
    </Card>
  )
}
