import type { AnalysisResult, PredictorBasis } from '@steelyard/analysis'
import * as contract from '@steelyard/contract'
import { z } from 'zod'
import type { Prisma } from '../db.ts'
import { AppError } from '../errors.ts'
import { jsonColumn, UNVERSIONED, versionOf } from '../json-column.ts'
import { storedBasis } from './analysis-load.ts'
import { present } from './present.ts'
import { ANALYSIS_UNREADABLE, storedAnalysis } from './stored-analysis.ts'

/**
 * How results are stored since version 2: as the engine gives them, in seconds and codes. They are
 * put into milliseconds and words whenever they are read, so that what is put right in those also
 * holds for what was found before.
 */
export const RESULT_VERSION = 2

/** The parts that readers reach into first; packages/analysis has the whole type. */
const Found = z.looseObject({
  verdict: z.looseObject({ decision: z.looseObject({}), judged: z.array(z.looseObject({})) }),
  evidence: z.looseObject({ grade: contract.EvidenceGrade, lacks: z.array(z.looseObject({})) }),
  range: z.looseObject({ fromEpochSeconds: z.number(), toEpochSeconds: z.number() }),
  domains: z.array(z.looseObject({ domain: z.string() })),
  domain0: z.looseObject({}),
  phases: z.array(z.looseObject({})),
  recommendation: z.looseObject({}).nullable(),
})

const stored = jsonColumn<{ version: typeof RESULT_VERSION; found: AnalysisResult }>(
  'the result of an analysis',
  z.object({ version: z.literal(RESULT_VERSION), found: Found }),
  ANALYSIS_UNREADABLE,
)

/**
 * What version 1 stored: its milliseconds and sentences, which are handed out as they are, but for its
 * verdict, which the row has in today's words.
 */
const Presented = z.looseObject(UNVERSIONED)

export function packResult(found: AnalysisResult): Prisma.InputJsonValue {
  return stored.write({ version: RESULT_VERSION, found })
}

interface ResultRow {
  verdict: string | null
  result: unknown
  predictorBasis: unknown
  options: unknown
  targets: readonly contract.SlaTarget[]
}

/**
 * The result of an analysis as the API shows it. Null while there is none.
 * @throws AppError `analysis-unreadable`
 */
export function resultOf(row: ResultRow): contract.AnalysisResult | null {
  const read = foundOf(row)
  if (read === null) return null
  if (read.version === 1) {
    const verdict = contract.Verdict.safeParse(row.verdict)
    return verdict.success ? { ...read.presented, verdict: verdict.data } : read.presented
  }
  return present(read.found, read.basis, {
    targets: row.targets,
    options: storedAnalysis(contract.AnalysisOptions, row.options),
  })
}

/** A result as the engine gave it, and what its predictions rest on. */
export interface FoundResult {
  version: typeof RESULT_VERSION
  found: AnalysisResult
  basis: PredictorBasis
}

/**
 * What is stored of a result, by version.
 * @throws AppError `analysis-unreadable`
 */
export function foundOf({
  result,
  predictorBasis,
}: Pick<ResultRow, 'result' | 'predictorBasis'>):
  | FoundResult
  | { version: 1; presented: contract.AnalysisResult }
  | null {
  if (result === null) return null
  const version = versionOf(result)
  if (version === undefined) {
    storedAnalysis(Presented, result)
    return { version: 1, presented: result as contract.AnalysisResult }
  }
  if (version !== RESULT_VERSION) throw ofAnotherVersion(version)
  const { found } = stored.read(result)
  return { version, found, basis: storedBasis(predictorBasis) }
}

export function ofAnotherVersion(version: unknown): AppError {
  return new AppError(
    'conflict',
    `The result was stored in form ${String(version)}, which this version of Steelyard does not know. Run the version that stored it, or analyse again.`,
    { code: 'analysis-unreadable' },
  )
}
