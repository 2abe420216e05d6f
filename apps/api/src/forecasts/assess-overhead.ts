import { IDLE } from '@steelyard/analysis'
import type { OverheadAssessment, OverheadQuestion } from '@steelyard/contract'
import {
  DOMAIN0_NAME,
  ModelInputError,
  type RecordedOverhead,
  type RecordedWindow,
  recordedOverhead,
  vmmOverhead,
} from '@steelyard/model'
import type { Observation } from '@steelyard/traces'
import { words } from '@steelyard/words'
import { observationsOf } from '../analyses/observations-of.ts'
import type { Db } from '../db.ts'
import { invalid } from '../errors.ts'
import { loadAnalysedHost } from '../runs/load-analysed-host.ts'
import { byStart } from '../windows/by-start.ts'

/**
 * Assesses the VMM's overhead as published, from run times, or from the observations of an
 * analysis. Stores nothing.
 * @throws AppError `invalid` for run times that cannot be compared, otherwise as `loadAnalysedHost`
 *   and `observationsOf` do
 */
export async function assessOverhead(
  db: Db,
  question: OverheadQuestion,
): Promise<OverheadAssessment> {
  switch (question.kind) {
    case 'published':
      return serialise(vmmOverhead({ platform: question.platform }))
    case 'measured':
      return serialise(byRunTimes(question))
    case 'recorded': {
      const { known } = await loadAnalysedHost(db, question.analysisId)
      const { observations } = await observationsOf(db, question.analysisId)
      return serialise(recordedOverhead(windowsOf(observations), known.load.pCpus))
    }
  }
}

function byRunTimes({ jobs: measured, pCpus }: Extract<OverheadQuestion, { kind: 'measured' }>) {
  try {
    return vmmOverhead({ measured, pCpus })
  } catch (error) {
    if (error instanceof ModelInputError) throw invalid('body.jobs', error.message)
    throw error
  }
}

function serialise(overhead: RecordedOverhead): OverheadAssessment {
  if ('cannotTell' in overhead) {
    return {
      overheadPercent: null,
      interval: null,
      statement: words.forecasts.whyNotTold(overhead.cannotTell),
    }
  }
  const { fraction, interval } = overhead
  return {
    overheadPercent: 100 * fraction,
    interval: interval && { lowPercent: 100 * interval.low, highPercent: 100 * interval.high },
    statement: words.forecasts.overheadBasis(overhead),
  }
}

/** Leaves out windows that would look too idle: a domain was observed only partly or not traced. */
export function windowsOf(observations: readonly Observation[]): RecordedWindow[] {
  const windows = byStart(observations.filter(({ domain }) => domain !== IDLE))
  return [...windows.values()].filter(isWhole).map((window) => ({
    busyPCpus: window.reduce((sum, each) => sum + cpuPerSecond(each), 0),
    domains: window
      .filter(({ domain }) => domain !== DOMAIN0_NAME)
      .map((each) => ({
        name: each.domain,
        requestsPerSecond: rateOf(each),
        cpuPerSecond: cpuPerSecond(each),
      })),
  }))
}

const WHOLE = 0.99

function isWhole(window: readonly Observation[]): boolean {
  return window.every(
    ({ cpu, requests, windowSeconds }) =>
      cpu !== null &&
      cpu.coveredSeconds >= WHOLE * windowSeconds &&
      (requests === null || requests.coveredSeconds >= WHOLE * windowSeconds),
  )
}

function cpuPerSecond({ cpu }: Observation): number {
  return cpu!.usedSeconds / cpu!.coveredSeconds
}

/** The rate of completed requests, where the log shows when they ended; otherwise of arrivals. */
function rateOf({ requests }: Observation): number {
  if (!requests) return 0
  return (requests.completions?.count ?? requests.arrivals) / requests.coveredSeconds
}
