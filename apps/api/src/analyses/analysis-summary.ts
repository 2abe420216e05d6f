import type { VerdictResult } from '@steelyard/analysis'
import { AnalysisOptions, EvidenceGrade, FleetDomain } from '@steelyard/contract'
import { z } from 'zod'
import { isoOf } from '../epoch.ts'
import { jsonColumn, versionOf } from '../json-column.ts'
import { targetMs, toMs } from '../milliseconds.ts'
import { headlineFor } from './present/present-verdict.ts'
import { ANALYSIS_UNREADABLE, storedAnalysis } from './stored-analysis.ts'
import { ofAnotherVersion, RESULT_VERSION as VERSION } from './stored-result.ts'

/**
 * The column `Analysis.summary`, which the database generates from the result: all that lists, hosts
 * and the fleet show of it. `summaryOf` in the migrations makes it for each version of results.
 */
const Shape = z.object({
  version: z.literal(VERSION),
  verdict: z.looseObject({
    decision: z.looseObject({}),
    judged: z.array(
      z.looseObject({
        name: z.string(),
        target: z.looseObject({ responseTimeSeconds: z.number().optional() }).nullish(),
      }),
    ),
  }),
  grade: EvidenceGrade,
  recordedToEpochSeconds: z.number(),
  domains: z.array(
    FleetDomain.pick({ domain: true, meetsTarget: true }).extend({
      observedSeconds: z.number().nullable(),
    }),
  ),
})

interface Summary extends Omit<z.infer<typeof Shape>, 'verdict'> {
  verdict: VerdictResult
}

const summaryFound = jsonColumn<Summary>('the summary of an analysis', Shape, ANALYSIS_UNREADABLE)

const Presented = z.object({
  headline: z.string().nullish(),
  recordedTo: z.string().nullish(),
  domains: z.array(FleetDomain),
})

interface SummaryRow {
  summary: unknown
  options: unknown
}

/**
 * The verdict in one sentence; of a version that is not known, that it is not. Null while there is no
 * result.
 * @throws AppError `analysis-unreadable`
 */
export function headlineOf({ summary, options }: SummaryRow): string | null {
  if (summary === null) return null
  const version = versionOf(summary)
  if (version === undefined) return storedAnalysis(Presented, summary).headline ?? null
  if (version !== VERSION) return ofAnotherVersion(version).message
  const { verdict, grade } = summaryFound.read(summary)
  const { targetWindowSeconds } = storedAnalysis(AnalysisOptions, options)
  return headlineFor(verdict, grade, targetWindowSeconds)
}

/**
 * When the recording ended, and how each domain did.
 * @throws AppError `analysis-unreadable`
 */
export function summaryFigures(summary: unknown): {
  /** Null where it is not known. */
  recordedAt: string | null
  domains: FleetDomain[]
} {
  const version = versionOf(summary)
  if (version === undefined) {
    const { recordedTo, domains } = storedAnalysis(Presented, summary)
    return { recordedAt: recordedTo ? new Date(recordedTo).toISOString() : null, domains }
  }
  if (version !== VERSION) return { recordedAt: null, domains: [] }
  const { recordedToEpochSeconds, domains, verdict } = summaryFound.read(summary)
  const targets = new Map(
    verdict.judged.map(({ name, target }) => [name, target?.responseTimeSeconds ?? null]),
  )
  return {
    recordedAt: isoOf(recordedToEpochSeconds),
    domains: domains.map(({ domain, observedSeconds, meetsTarget }) => ({
      domain,
      observedMs: toMs(observedSeconds),
      targetMs: targetMs(targets.get(domain) ?? null),
      meetsTarget,
    })),
  }
}
