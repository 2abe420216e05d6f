import type { AnalysedDomain, AnalysedHost } from '@steelyard/analysis'
import type { AnalysisResult, SlaTarget } from '@steelyard/contract'
import { LRUCache } from 'lru-cache'
import { loadAnalysisLoad } from '../analyses/analysis-load.ts'
import { analysisVersion } from '../analyses/analysis-row.ts'
import { loadFinished } from '../analyses/finished-analysis.ts'
import { promisedTargets } from '../analyses/promised-targets.ts'
import type { Db } from '../db.ts'
import { unprocessable } from '../errors.ts'
import { secondsOf } from '../milliseconds.ts'

/** The hosts that were last asked about. Each question of a series is about the same one. */
const kept = new LRUCache<string, AnalysedHost>({ max: 32 })

/**
 * Loads what forecasts and runs of the twin are based on.
 * @throws AppError `analysis-not-found`, `analysis-not-finished`, `analysis-unreadable`,
 *   `service-times-unknown`
 */
export async function loadAnalysedHost(db: Db, analysisId: string): Promise<AnalysedHost> {
  const key = `${analysisId} ${await analysisVersion(db, { id: analysisId })}`
  const known = kept.get(key)
  if (known) return known
  const host = await readAnalysedHost(db, analysisId)
  kept.set(key, host)
  return host
}

async function readAnalysedHost(db: Db, analysisId: string): Promise<AnalysedHost> {
  const { analysis, result } = await loadFinished(db, analysisId)
  const { known, basis } = await loadAnalysisLoad(db, analysisId)
  if (known.load.domains.length === 0) {
    throw unprocessable(
      'service-times-unknown',
      'A forecast needs service times: analyse together with a CPU trace or the server’s log.',
    )
  }
  return {
    known,
    basis,
    domains: domainsOf(result, promisedTargets(analysis.targets)),
  }
}

function domainsOf(result: AnalysisResult, targets: readonly SlaTarget[]): AnalysedDomain[] {
  return result.domains.map(({ domain, observedMs, meetsTarget }) => {
    const target = targets.find((each) => each.domain === domain)
    return {
      name: domain,
      observedSeconds: secondsOf(observedMs),
      hasTarget: target !== undefined,
      targetSeconds: secondsOf(target?.responseTimeMs ?? null),
      missesTarget: meetsTarget === false,
    }
  })
}
