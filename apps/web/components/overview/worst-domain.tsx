'use client'

import { getAnalysis } from '@steelyard/contract'
import { CircleCheck, CircleX } from 'lucide-react'
import { formatTargetMs, splitMs } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { worstDomain } from '../../lib/worst-domain.ts'
import { Figure } from '../ui/figure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The domain to look at first, with its peak response time beside its target. */
export function WorstDomain({ analysisId }: { analysisId: string }) {
  const analysis = useApi(getAnalysis, { params: { id: analysisId } })
  if (analysis.isPending) return <Skeleton className="h-20 w-40" />
  const worst = analysis.data?.result ? worstDomain(analysis.data.result) : null
  if (!worst) return null
  const { value, unit } = splitMs(worst.peakResponseTimeMs ?? worst.measured?.meanMs)
  const target = worst.target?.responseTimeMs
  return (
    <dl className="min-w-44 border-line md:border-l md:pl-6">
      <Figure
        label={
          <>
            Worst domain: <span className="font-medium text-ink">{worst.domain}</span>
          </>
        }
        value={value}
        unit={`${unit} at peak`}
        note={
          target ? (
            <span className="inline-flex items-center gap-1.5">
              {worst.meetsTarget ? (
                <CircleCheck className="size-4 text-ok" aria-hidden />
              ) : (
                <CircleX className="size-4 text-danger" aria-hidden />
              )}
              {worst.meetsTarget ? 'within' : 'misses'} its target of {formatTargetMs(target)}
            </span>
          ) : (
            'no target set'
          )
        }
      />
    </dl>
  )
}
