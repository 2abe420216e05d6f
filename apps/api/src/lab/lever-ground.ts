import type { AnalysisLoad } from '@steelyard/analysis'
import type { AnalysisResult, Statistic } from '@steelyard/contract'
import type { LeverKind, LeverLabOptions } from '@steelyard/simulator'
import { loadFinished } from '../analyses/finished-analysis.ts'
import type { Db } from '../db.ts'

/** What levers are held against. */
export interface LeverGround {
  /** By variant. */
  kinds: ReadonlyMap<string, LeverKind>
  domains: readonly LeverDomain[]
  /** What targets hold for. */
  statistic: Statistic
  idlePCpus: number
}

export interface LeverDomain {
  domain: string
  /** What the verdict holds against the target, as measured. */
  peakMs: number | null
  targetMs: number | null
  /** As it is. */
  violates: boolean
}

/** Who keeps its target keeps a quarter more than it uses. */
const CAP_HEADROOM = 1.25

/**
 * Of a finished analysis: what to try, and for whom.
 * @throws AppError `analysis-not-found`, `analysis-not-finished`
 */
export async function leverOptions(
  db: Db,
  analysisId: string,
  known: Pick<AnalysisLoad, 'load' | 'scheduling'>,
): Promise<Pick<LeverGround, 'domains' | 'statistic'> & { options: LeverLabOptions }> {
  const { result } = await loadFinished(db, analysisId)
  const domains = result.domains.map(({ domain, peakResponseTimeMs, target, meetsTarget }) => ({
    domain,
    peakMs: peakResponseTimeMs,
    targetMs: target?.responseTimeMs ?? null,
    violates: meetsTarget === false,
  }))
  const violating = domains.flatMap(({ domain, violates }) => (violates ? [domain] : []))
  return {
    domains,
    statistic: result.targetStatistic,
    options: {
      violating,
      withTarget: result.domains.flatMap(({ domain, target }) => (target ? [domain] : [])),
      recommendedWeights: recommendedWeights(result),
      caps: violating.length > 0 ? capsOf(known, violating) : {},
    },
  }
}

function recommendedWeights({ recommendation }: AnalysisResult): Record<string, number> {
  if (recommendation?.advice !== 'change') return {}
  return Object.fromEntries(
    recommendation.domains.map(({ domain, weightAfter }) => [domain, weightAfter]),
  )
}

/** For all but the violating, where that is less than they may use now. */
export function capsOf(
  { load, scheduling: { vCpus } }: Pick<AnalysisLoad, 'load' | 'scheduling'>,
  violating: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    load.domains.flatMap(
      ({ name, arrivalRatePerSecond, serviceTimeSeconds, capPercent: now = 0 }) => {
        const used = arrivalRatePerSecond * serviceTimeSeconds
        const cap = Math.ceil(100 * CAP_HEADROOM * used)
        const most = now > 0 ? now : 100 * (vCpus[name] ?? 1)
        return violating.includes(name) || cap < 1 || cap >= most ? [] : [[name, cap]]
      },
    ),
  )
}
