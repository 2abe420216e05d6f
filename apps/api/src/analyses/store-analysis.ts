import type { AnalysisResult, HostAnalysis } from '@steelyard/analysis'
import type { Tx } from '../db.ts'
import { dateOf } from '../epoch.ts'
import { holdOwnJob } from '../jobs/hold-own-job.ts'
import type { ObservedSources } from '../uploads/observations/observe-sources.ts'
import { storeObservations } from '../uploads/observations/stored-observations.ts'
import { analysisLoad, packBasis } from './analysis-load.ts'
import type { AnalysisInputs } from './gather-inputs.ts'
import { verdictOf } from './present/present-verdict.ts'
import { presentWindow, windowValues } from './present/present-window.ts'
import { storeArrivals } from './replay/stored-arrivals.ts'
import type { AnalysisContext } from './run-analysis.kind.ts'
import { packResult } from './stored-result.ts'

const ROWS_PER_INSERT = 1000

export async function storeAnalysis(
  tx: Tx,
  context: AnalysisContext,
  { id, uploadIds }: AnalysisInputs,
  { key, known, fresh, result, basis, rows, load, arrivals }: ObservedSources & HostAnalysis,
): Promise<void> {
  await holdOwnJob(tx, context)
  const observationSetId = await storeObservations(tx, key, known, uploadIds)
  for (const [sourceId, report] of fresh?.reports ?? []) {
    await tx.source.update({ where: { id: sourceId }, data: { report } })
  }
  await storeRows(tx, id, rows)
  await storeArrivals(tx, id, arrivals)
  await tx.analysis.update({
    where: { id },
    data: {
      verdict: verdictOf(result),
      grade: result.evidence.grade,
      speaksForHost: speaksForHost(result),
      result: packResult(result),
      load: analysisLoad.write(load),
      predictorBasis: packBasis(basis),
      observationSetId,
      finishedAt: new Date(),
    },
  })
}

/** Recordings that leave out domains or the CPU say nothing about the host as a whole. */
const INCOMPLETE = [
  'no-cpu-trace',
  'trace-of-another-time',
  'domains-without-log',
  'targets-not-measured',
]

function speaksForHost({ evidence: { grade, lacks } }: AnalysisResult): boolean {
  return grade !== 'not-enough' && !lacks.some(({ code }) => INCOMPLETE.includes(code))
}

async function storeRows(tx: Tx, analysisId: string, rows: HostAnalysis['rows']): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
    await tx.analysisWindow.createMany({
      data: rows.slice(from, from + ROWS_PER_INSERT).map((row) => ({
        analysisId,
        domain: row.domain,
        windowStart: dateOf(row.startEpochSeconds),
        values: windowValues.write(presentWindow(row)),
      })),
    })
  }
}
