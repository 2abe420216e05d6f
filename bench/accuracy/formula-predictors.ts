import { type EstimatorId, estimators, type HostLoad } from '@steelyard/model'
import { estimateLoad, estimatorIds } from '../../apps/api/src/analyses/pipeline/estimate-load.ts'
import type { PhaseLoad } from '../../apps/api/src/analyses/pipeline/phase-loads.ts'
import type { Answer, Predictor } from './predictor.ts'

/**
 * Every estimator that an analysis lists, asked as an analysis that nobody set options for asks it for
 * its phases: the estimators' defaults are those of the options.
 */
export const formulaPredictors: Predictor[] = estimatorIds.map((id) => ({
  id,
  title: estimators[id].title,
  standing: `${estimators[id].standing}: ${estimators[id].source}`,
  predict: async ({ phases }, weights) =>
    phases.map((phase, index) => answersOf(id, phase, weights[index]!)),
}))

function answersOf(
  id: EstimatorId,
  { load, delayAwareFit }: PhaseLoad,
  weights: Record<string, number>,
) {
  const estimates = estimateLoad(load, weights, { delayAwareFit }).get(id)
  const answers = new Map<string, Answer>()
  for (const [domain, { responseTimeSeconds, reasons }] of estimates ?? []) {
    if (responseTimeSeconds === null) continue
    const isDiagnosis = reasons.some(({ code }) => code === 'recorded-window-only')
    answers.set(domain, { mean: responseTimeSeconds, ...(isDiagnosis ? { isDiagnosis } : {}) })
  }
  return answers
}

/** One shared processor that knows neither weights nor Domain-0's place: x / (1 - rho). */
export const processorSharing: Predictor = {
  id: 'ps',
  title: 'Plain processor sharing',
  standing: 'textbook: M/G/1 processor sharing, x / (1 - rho)',
  predict: async ({ phases }) => phases.map(({ load }) => sharedProcessor(load)),
}

/** rho counts the guests' requests and Domain-0's part in them, over all pCPUs. */
export function sharedProcessor({ domains, domain0, physicalCpus }: HostLoad): Map<string, Answer> {
  const guests = domains.reduce((sum, d) => sum + d.arrivalRatePerSecond * d.serviceTimeSeconds, 0)
  const own = domain0.ioRequestsPerSecond * domain0.serviceTimeSeconds
  const rho = (guests + own) / physicalCpus
  if (rho >= 1) return new Map()
  return new Map(domains.map((d) => [d.name, { mean: d.serviceTimeSeconds / (1 - rho) }]))
}
