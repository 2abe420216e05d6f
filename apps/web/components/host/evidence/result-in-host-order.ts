import type { AnalysisResult, Host } from '@steelyard/contract'
import { inHostOrder } from '../../../lib/domain-order.ts'

/** The result with the domains of all its tables in the order of the host, the same on every card. */
export function resultInHostOrder(
  result: AnalysisResult,
  host: Pick<Host, 'domains'>,
): AnalysisResult {
  const ordered = <Item extends { domain: string }>(items: readonly Item[]) =>
    inHostOrder(items, host)
  const { calibration, twin, sandpiper, asPrinted, recommendation, objectives, errors } = result
  return {
    ...result,
    domains: ordered(result.domains),
    calibration: { ...calibration, domains: ordered(calibration.domains) },
    twin: { ...twin, domains: ordered(twin.domains) },
    sandpiper: { ...sandpiper, domains: ordered(sandpiper.domains) },
    asPrinted: asPrinted && {
      ...asPrinted,
      domains: ordered(asPrinted.domains),
      totalDelay: asPrinted.totalDelay && {
        ...asPrinted.totalDelay,
        domains: ordered(asPrinted.totalDelay.domains),
      },
    },
    recommendation: recommendation && {
      ...recommendation,
      domains: ordered(recommendation.domains),
      sensitivity: ordered(recommendation.sensitivity),
    },
    objectives: objectives?.map((each) => ({ ...each, weights: ordered(each.weights) })) ?? null,
    errors: [
      ...errors.filter(({ domain }) => domain === null),
      ...ordered(
        errors.flatMap(({ domain, ...rest }) => (domain === null ? [] : { domain, ...rest })),
      ),
    ],
  }
}
