import {
  type AnalysisSettings,
  analyseHost,
  type DomainTarget,
  type HostAnalysis,
  hostScheduling,
  within,
} from '@steelyard/analysis'
import { settings } from './default-settings.ts'
import type { ObservedRun } from './recordings/observe-run.ts'

/** Analyses a recording as the product does, with default options; it does not see the clients’ times. */
export async function analyseRun(
  { host, facts, notes, arrivals }: ObservedRun,
  asked: Partial<AnalysisSettings> = {},
  targets: readonly DomainTarget[] = [],
): Promise<HostAnalysis> {
  return analyseHost({
    host,
    settings: { ...settings, ...asked },
    targets: targets.map((each) => ({ ...each, isSoft: false })),
    facts,
    hasTrace: true,
    notes,
    sources: [],
    scheduling: hostScheduling(facts),
    readArrivals: async ({ fromEpochSeconds, toEpochSeconds }) =>
      arrivals.map((each) => within(each, fromEpochSeconds, toEpochSeconds)),
  })
}
