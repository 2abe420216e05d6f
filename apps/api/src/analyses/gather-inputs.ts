import { type HostFacts, knownHost, startOf } from '@steelyard/analysis'
import { AnalysisOptions, type SlaTarget } from '@steelyard/contract'
import type { Recording } from '@steelyard/traces'
import { type Db, Prisma } from '../db.ts'
import { unprocessable } from '../errors.ts'
import type { SourceModel, UploadFileModel } from '../generated/prisma/models.ts'
import { storedOutcome } from '../stored-outcome.ts'
import { enrolledHost, savedXlOutputs } from '../uploads/known-host-of.ts'
import { canonical } from '../uploads/observations/observation-key.ts'
import { stateOf } from '../uploads/source-state.ts'
import { filesInOrder, sourcesInOrder } from '../uploads/upload-row.ts'
import { targetsInOrder } from './analysis-row.ts'
import { storedAnalysis } from './stored-analysis.ts'
import type { WatchedRange } from './watched/check-watched.ts'
import { watchedHost } from './watched/watched-host.ts'

/** What came of changes longer ago says little about the host as it is now. */
const NEWEST = 10

/** The input of an analysis, as read from the database. */
export interface AnalysisInputs {
  id: string
  /** Null when the system itself created it, as with imported samples. */
  createdById: string | null
  options: AnalysisOptions
  targets: SlaTarget[]
  /** The facts of the host at the end of the last recording. */
  facts: HostFacts
  uploadIds: string[]
  files: UploadFileModel[]
  sources: SourceModel[]
  /** Those of a second upload that are among `sources` already. */
  copies: SourceModel[]
  recordings: Recording[]
  /** How far earlier changes on the host came out from what was foretold; see `PredictorBasis`. */
  outcomes: number[]
  /** The range of the host's watch that is analysed, in place of files and sources. */
  watched: (WatchedRange & { hostId: string }) | null
}

/** The uploads that an analysis reads. */
export async function uploadsOf(db: Db, analysisId: string): Promise<string[]> {
  const uploads = await db.upload.findMany({
    where: { analyses: { some: { id: analysisId } } },
    select: { id: true },
  })
  return uploads.map(({ id }) => id)
}

/** @throws AppError `analysis-gone` */
export async function gatherInputs(db: Db, analysisId: string): Promise<AnalysisInputs> {
  const analysis = await db.analysis.findUnique({
    where: { id: analysisId },
    include: {
      targets: targetsInOrder,
      host: { include: { domains: { where: { goneAt: null } } } },
      uploads: {
        include: { files: filesInOrder, sources: sourcesInOrder },
        orderBy: { id: 'asc' },
      },
    },
  })
  if (!analysis) throw unprocessable('analysis-gone', 'This analysis was deleted before it ran.')
  const { uploads, host, watchedFrom, watchedTo } = analysis
  const watched =
    watchedFrom && watchedTo ? { hostId: host.id, from: watchedFrom, to: watchedTo } : null
  const { distinct, copies } = distinctSources(
    uploads.flatMap((upload) =>
      upload.sources.filter((source) => source.included && source.spec !== null),
    ),
  )
  const known = watched ? await watchedHost(db, host, watched) : recordedHost(host, uploads)
  return {
    id: analysis.id,
    createdById: analysis.createdById,
    options: storedAnalysis(AnalysisOptions, analysis.options),
    targets: analysis.targets,
    ...known,
    watched,
    uploadIds: uploads.map((upload) => upload.id),
    files: uploads.flatMap((upload) => upload.files),
    sources: distinct,
    copies,
    outcomes: await outcomeErrors(db, analysis.hostId),
  }
}

/** What the uploads and the host itself say of it. */
function recordedHost(
  host: Parameters<typeof enrolledHost>[0],
  uploads: readonly { recording: unknown; sources: SourceModel[] }[],
): Pick<AnalysisInputs, 'facts' | 'recordings'> {
  const all = uploads.flatMap((upload) => (upload.recording as Recording | null) ?? [])
  const recordings = [...new Map(all.map((each) => [canonical(each), each])).values()].sort(
    (a, b) => startOf(a) - startOf(b),
  )
  const { facts } = knownHost({
    recording: recordings.at(-1) ?? null,
    xl: savedXlOutputs(uploads.flatMap((upload) => upload.sources)),
    host: enrolledHost(host),
  })
  return { facts, recordings }
}

/**
 * The sources without those of later uploads that have the same content and are read in the same way:
 * whoever uploads a host twice sends some files twice. Two guests may have equal logs, which are read
 * for one each. Files that only overlap are told apart request by request when they are read.
 */
function distinctSources(sources: readonly SourceModel[]): {
  distinct: SourceModel[]
  copies: SourceModel[]
} {
  const seen = new Map<string, string>()
  const copies = sources.filter((source) => {
    const { contentKey } = stateOf(source).facts
    if (!contentKey) return false
    const key = `${contentKey} ${canonical(source.spec)}`
    const uploadId = seen.get(key)
    if (uploadId === undefined) seen.set(key, source.uploadId)
    return uploadId !== undefined && uploadId !== source.uploadId
  })
  return { distinct: sources.filter((source) => !copies.includes(source)), copies }
}

/**
 * Logarithms of measured over foretold after the newest changes of weights on a host, one per domain
 * and change.
 */
export async function outcomeErrors(db: Db, hostId: string): Promise<number[]> {
  const rows = await db.hostRecommendation.findMany({
    where: {
      hostId,
      relief: { equals: Prisma.DbNull },
      outcome: { in: ['confirmed', 'not-confirmed', 'worse'] },
    },
    select: { outcomeEvidence: true },
    orderBy: { judgedAt: 'desc' },
    take: NEWEST,
  })
  return rows.flatMap(({ outcomeEvidence }) =>
    (storedOutcome.readIfAny(outcomeEvidence)?.domains ?? []).flatMap(({ errorRatio }) =>
      errorRatio !== null && errorRatio > 0 ? Math.log(errorRatio) : [],
    ),
  )
}
